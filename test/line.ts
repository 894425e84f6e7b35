import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line to a server that can fall silent, as to a frozen machine, or be cut and refused. */
export type Line = {
  url: string
  freeze: () => void
  thaw: () => void
  cut: () => Promise<void>
  mend: () => Promise<void>
  stop: () => Promise<void>
}

/** Passes bytes on between each client and the server that `target` names. */
export async function startLine(target: string): Promise<Line> {
  const there = new URL(target)
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('data', (bytes) => other.write(bytes))
      one.once('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      if (isFrozen) one.pause()
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('the line has no port')
    return address.port
  }
  const port = await listen(0)
  const url = new URL(target)
  url.port = String(port)
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    mend: async () => {
      await listen(port)
    },
    stop: cut,
  }
}

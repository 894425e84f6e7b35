import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the range from which the system assigns ports, so nothing takes one between asking and listening. */
const range = { first: 12_000, last: 31_999 }
const blockSize = 50

let block: Promise<number> | undefined
let given = 0

/**
 * A loopback port that nobody listens on, and that nobody else is given while this process lives: each process holds a
 * block of ports by listening on the first of them, and hands the others out in turn.
 */
export async function freePort(): Promise<number> {
  block ??= takeBlock()
  const first = await block
  for (let tries = 1; tries < blockSize; tries += 1) {
    const port = first + 1 + (given++ % (blockSize - 1))
    const server = await listen(port)
    if (server === undefined) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error(`all ports from ${first} to ${first + blockSize - 1} are in use`)
}

async function takeBlock(): Promise<number> {
  const blocks = Math.floor((range.last - range.first + 1) / blockSize)
  const start = Math.floor(Math.random() * blocks)
  for (let index = 0; index < blocks; index += 1) {
    const first = range.first + ((start + index) % blocks) * blockSize
    const holder = await listen(first)
    holder?.unref()
    if (holder !== undefined) return first
  }
  throw new Error(`no block of ${blockSize} ports is free between ${range.first} and ${range.last}`)
}

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

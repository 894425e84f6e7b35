import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** What becomes of parameters that a connection starts with and the pooler does not know. */
type Unknown = 'refuse' | 'drop' | 'pass'
type Options = { unknown: Unknown; isRoundRobin?: true }
type Server = { socket: Socket; client: Client | undefined }
type Client = { socket: Socket; server: Server | undefined; hasStarted: boolean; open: number; waiting: Buffer[] }

const known = ['user', 'database', 'client_encoding', 'application_name', 'DateStyle', 'TimeZone']

type Pooler = { target: URL; options: Options; free: Server[]; clients: Set<Client>; track: (socket: Socket) => void }

/**
 * A pooler in transaction mode, as PgBouncer: each transaction of a client goes to whichever connection of the server is
 * free. A client signs in at a connection of its own, which is everybody's from then on.
 */
export async function startTransactionPooler(target: string, options: Options) {
  const sockets = new Set<Socket>()
  const track = (socket: Socket) => sockets.add(socket.on('error', () => undefined))
  const pooler: Pooler = { target: new URL(target), options, free: [], clients: new Set(), track }
  const listener = createServer((socket) => accept(pooler, socket))
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(target)
  url.port = String((listener.address() as { port: number }).port)
  return {
    url: url.href,
    stop: async () => {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

function accept(pooler: Pooler, socket: Socket): void {
  const client: Client = { socket, server: undefined, hasStarted: false, open: 0, waiting: [] }
  pooler.track(socket)
  pooler.clients.add(client)
  const take = (frame: Buffer) => (client.hasStarted ? send(pooler, client, frame) : begin(pooler, client, frame))
  onFrames(socket, () => client.hasStarted, take)
  socket.once('close', () => {
    pooler.clients.delete(client)
    client.server?.socket.destroy()
  })
}

function begin(pooler: Pooler, client: Client, frame: Buffer): void {
  const { target, options } = pooler
  client.hasStarted = true
  const words = frame.subarray(8).toString().split('\0')
  const given = words.flatMap((name, at) => (name && at % 2 === 0 ? [{ name, value: words[at + 1] ?? '' }] : []))
  const stray = given.find(({ name }) => !known.includes(name))
  if (stray && options.unknown === 'refuse') {
    client.socket.end(errorOf(`unsupported startup parameter: ${stray.name}`))
    return
  }
  const server: Server = { socket: connect(Number(target.port), target.hostname), client }
  pooler.track(server.socket)
  client.server = server
  client.open = 1
  onFrames(
    server.socket,
    () => true,
    (answer) => pass(pooler, server, answer),
  )
  const sent = given.filter(({ name }) => options.unknown === 'pass' || known.includes(name))
  server.socket.write(startupOf(sent.flatMap(({ name, value }) => [name, value])))
}

function send(pooler: Pooler, client: Client, frame: Buffer): void {
  const kind = letterAt(frame, 0)
  if (kind === 'X') {
    client.socket.end()
    return
  }
  if (!client.server) {
    client.server = pooler.options.isRoundRobin ? pooler.free.shift() : pooler.free.pop()
    if (client.server) client.server.client = client
  }
  if (!client.server) {
    client.waiting.push(frame)
    return
  }
  if (kind === 'Q' || kind === 'S') client.open += 1
  client.server.socket.write(frame)
}

function pass(pooler: Pooler, server: Server, frame: Buffer): void {
  const { client } = server
  client?.socket.write(frame)
  if (!client || letterAt(frame, 0) !== 'Z') return
  client.open -= 1
  if (client.open > 0 || letterAt(frame, 5) !== 'I') return
  client.server = undefined
  server.client = undefined
  pooler.free.push(server)
  for (const other of pooler.clients) for (const waiting of other.waiting.splice(0)) send(pooler, other, waiting)
}

const letterAt = (frame: Buffer, at: number) => String.fromCharCode(frame[at] ?? 0)

/** Each message of the protocol; the first one of a client has no letter before its length. */
function onFrames(socket: Socket, hasLetter: () => boolean, take: (frame: Buffer) => void): void {
  let rest = Buffer.alloc(0)
  socket.on('data', (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const start = hasLetter() ? 1 : 0
      const length = rest.length < start + 4 ? Number.POSITIVE_INFINITY : start + rest.readUInt32BE(start)
      if (rest.length < length) return
      const frame = rest.subarray(0, length)
      rest = rest.subarray(length)
      take(frame)
    }
  })
}

function startupOf(parameters: string[]): Buffer {
  const body = Buffer.from(`\0\x03\0\0${parameters.join('\0')}\0\0`)
  return Buffer.concat([lengthOf(body), body])
}

function errorOf(text: string): Buffer {
  const body = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`)
  return Buffer.concat([Buffer.from('E'), lengthOf(body), body])
}

function lengthOf(body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return length
}

import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { buffer, text } from 'node:stream/consumers'

type Fate = 'pass' | 'cut' | 'lose' | 'drip'
export type Exchange = { method: string; path: string; body: string; headers: IncomingHttpHeaders }

/** The line between the service and one of its providers, which can be cut, lose answers or lie. */
export type Wire = {
  url: string
  /** Every request that the service sent, oldest first. */
  requests: Exchange[]
  /** What happens to a request: passed on, never sent, sent with its answer lost, or answered without an end. */
  fate: (request: Exchange) => Fate | Promise<Fate>
  /** Changes an answer on its way back. */
  rewrite: (request: Exchange, answer: string) => string | Promise<string>
  /** The status of an answer, where it is to be another. */
  status: (request: Exchange) => number | undefined
  /** Lets everything through unchanged again. */
  mend: () => void
  stop: () => Promise<void>
}

/** Forwards requests to `target` unchanged until set otherwise. */
export async function startWire(target: string): Promise<Wire> {
  // Idle connections end before either end closes one in use, which would look like a fault of a test.
  const agent = new Agent({ keepAlive: true, timeout: 3_000 })
  const server = createServer((incoming, response) => {
    forward(wire, { target, agent }, incoming, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the wire has no port')
  const wire: Wire = {
    url: `http://127.0.0.1:${address.port}`,
    requests: [],
    fate: () => 'pass',
    rewrite: (_, answer) => answer,
    status: () => undefined,
    mend: () => {
      wire.fate = () => 'pass'
      wire.rewrite = (_, answer) => answer
      wire.status = () => undefined
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
  return wire
}

const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']
/** Answers come as they are read, so that they can be rewritten. */
const unaskedHeaders = [...ownHeaders, 'accept-encoding']

type End = { target: string; agent: Agent }

async function forward(wire: Wire, end: End, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/' } = incoming
  const body = await buffer(incoming)
  const exchange = { method, path, body: body.toString(), headers: incoming.headers }
  wire.requests.push(exchange)
  const fate = await wire.fate(exchange)
  if (fate === 'cut') {
    response.destroy()
    return
  }
  if (fate === 'drip') return drip(response)
  const answer = await send(end, incoming, body)
  const original = await text(answer)
  if (fate === 'lose') {
    response.destroy()
    return
  }
  for (const [name, values] of Object.entries(answer.headersDistinct))
    if (values && !ownHeaders.includes(name))
      response.setHeader(name, isAddress(name) ? values.map((value) => value.replaceAll(end.target, wire.url)) : values)
  const changed = await wire.rewrite(exchange, original)
  const status = answer.statusCode ?? 502
  response.writeHead(wire.status(exchange) ?? status)
  response.end(status === 204 || status === 304 ? undefined : changed)
}

/** An answer that starts well, and of which a byte comes now and then. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const dripping = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(dripping))
}

/** Sends the request on over kept connections; `fetch` would cost several times as much. */
async function send({ target, agent }: End, incoming: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const headers = Object.entries(incoming.headersDistinct).filter(([name]) => !unaskedHeaders.includes(name))
  const { method = 'GET', url = '/' } = incoming
  const sent = request(`${target}${url}`, { method, agent, headers: Object.fromEntries(headers) })
  sent.end(method === 'GET' || method === 'HEAD' ? undefined : body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return answer
}

/** Addresses that the provider names lead along the wire too. */
function isAddress(name: string): boolean {
  return name === 'location' || name === 'link'
}

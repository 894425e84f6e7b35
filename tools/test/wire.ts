import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Fate = 'pass' | 'cut' | 'lose'
export type Exchange = { method: string; path: string; body: string; headers: IncomingHttpHeaders }

/** The line between the service and one of its providers, which can be cut, lose answers or lie. */
export type Wire = {
  url: string
  /** Every request that the service sent, oldest first. */
  requests: Exchange[]
  /** What happens to a request: passed on, never sent, or sent with its answer lost. */
  fate: (request: Exchange) => Fate | Promise<Fate>
  /** Changes an answer on its way back. */
  rewrite: (request: Exchange, answer: string) => string | Promise<string>
  /** The status of an answer, where it is to be another. */
  status: (request: Exchange) => number | undefined
  /** Lets everything through unchanged again. */
  mend: () => void
  stop: () => Promise<void>
}

/** Forwards requests to `target` as they are until told otherwise. */
export async function startWire(target: string): Promise<Wire> {
  const server = createServer((request, response) => {
    forward(wire, target, request, response).catch(() => response.destroy())
  })
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
      await closed
    },
  }
  return wire
}

const ownHeaders = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive', 'expect']

async function forward(wire: Wire, target: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url: path = '/' } = incoming
  const body = await buffer(incoming)
  const exchange = { method, path, body: body.toString(), headers: incoming.headers }
  wire.requests.push(exchange)
  const fate = await wire.fate(exchange)
  if (fate === 'cut') {
    response.destroy()
    return
  }
  const headers = Object.entries(incoming.headersDistinct)
    .filter(([name]) => !ownHeaders.includes(name))
    .flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value]))
  const sent = method === 'GET' || method === 'HEAD' ? {} : { body }
  const answer = await fetch(`${target}${path}`, { method, headers, redirect: 'manual', ...sent })
  const text = await answer.text()
  if (fate === 'lose') {
    response.destroy()
    return
  }
  for (const [name, value] of answer.headers)
    if (!ownHeaders.includes(name) && name !== 'content-encoding')
      response.setHeader(name, isAddress(name) ? value.replaceAll(target, wire.url) : value)
  const changed = await wire.rewrite(exchange, text)
  response.writeHead(wire.status(exchange) ?? answer.status)
  response.end(answer.status === 204 || answer.status === 304 ? undefined : changed)
}

/** Addresses that the provider names lead along the wire too. */
function isAddress(name: string): boolean {
  return name === 'location' || name === 'link'
}

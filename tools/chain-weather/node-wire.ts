import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type RpcCall = { method: string; params: readonly unknown[] }
export type RpcAnswer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }
export type Send = (call: RpcCall) => Promise<RpcAnswer>
/** What stands between the service and the node for one request; `send` leads on to the node. */
export type Effect = (call: RpcCall, send: Send) => Promise<RpcAnswer>
/** Chosen for each HTTP request: an effect on its calls, or the status with which all of them are refused. */
export type Gate = () => Effect | { status: number }

/** A node's JSON-RPC address whose answers the gates change. */
export type NodeWire = {
  url: string
  gates: Set<Gate>
  /** Calls that arrived so far. */
  calls: () => number
  /** The highest block that was ever given as final. */
  highestFinalized: () => bigint
  /** Asks the node itself. */
  ask: Send
  stop: () => Promise<void>
}

type WireCall = { id: unknown; method: string; params?: unknown[] }
type State = { gates: Set<Gate>; calls: number; highestFinalized: bigint; ask: Send }

/** Passes calls on to the node at `target` as they are until a gate stands in the way. */
export async function startNodeWire(target: string): Promise<NodeWire> {
  const agent = new Agent({ keepAlive: true })
  const ask: Send = async (call) => {
    const sent = request(target, { method: 'POST', agent, headers: { 'content-type': 'application/json' } })
    sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }))
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    const { result, error } = JSON.parse(await text(answer)) as { result?: unknown; error?: never }
    return error ? { error } : { result: result ?? null }
  }
  const state: State = { gates: new Set(), calls: 0, highestFinalized: 0n, ask }
  const server = createServer((incoming, response) => {
    serve(state, incoming, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the wire has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    gates: state.gates,
    calls: () => state.calls,
    highestFinalized: () => state.highestFinalized,
    ask,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      agent.destroy()
      await closed
    },
  }
}

async function serve(state: State, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = JSON.parse(await text(incoming)) as WireCall | WireCall[]
  const calls = Array.isArray(body) ? body : [body]
  state.calls += calls.length
  const effects: Effect[] = []
  for (const gate of state.gates) {
    const effect = gate()
    if (typeof effect === 'function') effects.push(effect)
    else {
      response.writeHead(effect.status).end()
      return
    }
  }
  const send = effects.reduce<Send>((next, effect) => (call) => effect(call, next), state.ask)
  const answers = await Promise.all(
    calls.map(async ({ id, method, params = [] }) => {
      const answer = await send({ method, params })
      if (params[0] === 'finalized') state.highestFinalized = max(state.highestFinalized, numberIn(answer))
      return { jsonrpc: '2.0', id, ...answer }
    }),
  )
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
}

/** The number of the block that an answer holds, or 0. */
export function numberIn(answer: RpcAnswer): bigint {
  const block = 'result' in answer ? (answer.result as { number?: string } | null) : null
  return BigInt(block?.number ?? 0)
}

const max = (a: bigint, b: bigint) => (a > b ? a : b)

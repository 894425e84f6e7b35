import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AgentRole } from '#lib/domain/agent.ts'
import type { Answered } from '../../contract/answer-check.ts'
import type { Answer } from './answer.ts'
import { answerCall } from './answer-call.ts'
import { configurationOf, heartbeat } from './bodies.ts'
import type { Configuration, HeartbeatAnswer, Operation } from './contract.ts'
import { type Credentials, createCredentials } from './credentials.ts'

export type Call = {
  operation: Operation
  text: string
  body: Record<string, unknown>
  credential: string
  headers: IncomingHttpHeaders
  at: number
  /** When the answer was out; undefined until then. */
  answeredAt?: number
  status?: number | undefined
  /** What was answered; undefined where that was no answer of the contract, on purpose. */
  answer?: Answered | undefined
}
export type Handler = (call: Call) => Answer | Promise<Answer>
type WebHandler = (request: IncomingMessage, response: ServerResponse) => void

/** A control plane for one runtime, in memory, that does what a check tells it. */
export type Plane = {
  origin: string
  role: AgentRole
  agentId: string
  wallet: `0x${string}`
  chainId: number
  escrow: `0x${string}`
  credentials: Credentials
  /** What differs in the answers to heartbeats. */
  told: Partial<HeartbeatAnswer>
  configuration: Configuration
  /** Every request that had a credential in force, and every one that was refused for its credential. */
  calls: Call[]
  refused: Call[]
  /** What was wrong with requests, in words. */
  faults: { kind: 'credential' | 'cookie' | 'form'; text: string }[]
  handlers: Map<Operation, Handler>
  /** Answers that are given once, before the handler is asked again. */
  oneTime: Map<Operation, Handler[]>
  /** What is served beside the API. */
  other: WebHandler
  callsTo(operation: Operation): Call[]
  /** Answers the next such call with this; resolves to the call once the answer is out. */
  answerOnce(operation: Operation, handler: Handler): void
  stop(): Promise<void>
}

/** Listens; port 0 takes a free one. The origin is the listener's own unless another name for it is given. */
export async function startPlane(options: {
  role: AgentRole
  host: string
  port: number
  origin?: string | undefined
}) {
  const { role, host } = options
  const server = createServer((request, response) => {
    answerCall(plane, request, response).catch(() => response.destroy())
  })
  server.listen(options.port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The control plane does not listen.')
  const identity = {
    agentId: randomUUID(),
    wallet: randomAddress(),
    chainId: 31_337,
    escrow: randomAddress(),
  }
  const plane: Plane = {
    origin: new URL(options.origin ?? `http://${host}:${address.port}`).origin,
    role,
    ...identity,
    credentials: createCredentials(),
    told: {},
    configuration: configurationOf({ role, ...identity }),
    ...{ calls: [], refused: [], faults: [], handlers: new Map(), oneTime: new Map() },
    other: (_, response) => void response.writeHead(404).end(),
    callsTo: (operation) => plane.calls.filter((call) => call.operation === operation),
    answerOnce: (operation, handler) => {
      plane.oneTime.set(operation, [...(plane.oneTime.get(operation) ?? []), handler])
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  plane.handlers.set('sendHeartbeat', () => ({ body: heartbeat(plane) }))
  plane.handlers.set('getRuntimeConfiguration', () => ({
    body: plane.configuration,
    headers: { etag: `"${plane.configuration.configuration_version}"` },
  }))
  return plane
}

export function randomAddress(): `0x${string}` {
  return `0x${randomBytes(20).toString('hex')}`
}

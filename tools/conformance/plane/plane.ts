import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AgentRole } from '#lib/domain/agent.ts'
import type { Answered } from '../../contract/answer-check.ts'
import type { Answer } from './answer.ts'
import type { Configuration, HeartbeatAnswer, Operation } from './contract.ts'
import type { Credentials } from './credentials.ts'

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
  heartbeatOverrides: Partial<HeartbeatAnswer>
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

export function randomAddress(): `0x${string}` {
  return `0x${randomBytes(20).toString('hex')}`
}

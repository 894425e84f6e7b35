import type { Wire } from '../api/endpoint.ts'
import type { Endpoints } from '../api/endpoints.ts'
import { targetOf } from '../api/target-of.ts'
import { type OperationId, operations } from '../domain/operations.ts'
import type { Step } from '../domain/step.ts'
import { noteWait } from './slow-answers.ts'

type Part<Id extends OperationId, Name extends 'params' | 'query' | 'body'> = Endpoints[Id] extends {
  [K in Name]?: infer S
}
  ? Wire<Exclude<S, undefined> extends never ? undefined : Extract<Exclude<S, undefined>, import('zod').ZodType>>
  : undefined

type Needed<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value }
    : { [K in Name]: Value }

export type CallInput<Id extends OperationId> = Needed<'params', Part<Id, 'params'>> &
  Needed<'query', Part<Id, 'query'>> &
  Needed<'body', Part<Id, 'body'>> & { idempotencyKey?: string; ifMatch?: number; signal?: AbortSignal }

type ReplySchema<Id extends OperationId> = Endpoints[Id]['reply'] extends { schema?: infer S }
  ? Exclude<S, undefined>
  : never

/** What an operation answers with, as read on the wire. */
export type ReplyOf<Id extends OperationId> = [ReplySchema<Id>] extends [never]
  ? undefined
  : ReplySchema<Id> extends import('zod').ZodType
    ? Exclude<import('zod').output<ReplySchema<Id>>, ReadableStream>
    : undefined

export type Problem = {
  title: string
  status: number
  detail: string
  code: string
  request_id: string
  errors: { pointer: string; message: string }[]
  retryable: boolean
  next_actions: Step[]
}

/** A refusal by the API, with everything that it said. */
export class ApiError extends Error {
  readonly problem: Problem
  /** How long to wait before the same request may be sent again, where the API said so. */
  readonly retryAfterSeconds: number | undefined
  constructor(problem: Problem, retryAfterSeconds?: number) {
    super(problem.detail)
    this.name = 'ApiError'
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Fetch = typeof fetch

/** So long the first byte of an answer may take; a change may wait for a provider on the way. */
const patienceMs = { read: 20_000, change: 60_000 } as const

/**
 * Calls one operation of the API, typed by its endpoint object. Throws ApiError for every refusal, and TypeError where
 * there was no answer, as `fetch` does; whether a change then took effect is unknown.
 */
export async function call<Id extends OperationId>(id: Id, ...[input]: Parameters<Caller<Id>>): Promise<ReplyOf<Id>> {
  return callWith(fetch, '', id, input)
}

export type Caller<Id extends OperationId> =
  Record<never, never> extends CallInput<Id> ? (input?: CallInput<Id>) => void : (input: CallInput<Id>) => void

/** The same with a given fetch and base URL, for callers that are not the browser. */
export async function callWith<Id extends OperationId>(
  send: Fetch,
  baseUrl: string,
  id: Id,
  input: Partial<CallInput<Id>> = {},
  patience: { read: number; change: number } = patienceMs,
): Promise<ReplyOf<Id>> {
  const [method, path] = operations[id]
  const headers: Record<string, string> = { accept: 'application/json' }
  if (method !== 'GET') headers['content-type'] = 'application/json'
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  if (input.ifMatch !== undefined) headers['if-match'] = `"${input.ifMatch}"`
  const waitMs = method === 'GET' ? patience.read : patience.change
  const init = {
    method,
    headers,
    ...(method !== 'GET' && method !== 'DELETE' && { body: JSON.stringify(input.body ?? {}) }),
  }
  const ask = (signal: AbortSignal) => send(baseUrl + targetOf(path, input), { ...init, signal })
  return answerWithin(waitMs, input.signal, ask, read<Id>)
}

async function read<Id extends OperationId>(response: Response): Promise<ReplyOf<Id>> {
  if (!response.ok) throw new ApiError(await readProblem(response), retryAfterOf(response))
  if (response.status === 204) return undefined as ReplyOf<Id>
  const type = response.headers.get('content-type') ?? ''
  // No operation answers with a page, but a network that asks for a sign-in does; whether the service was reached is unknown.
  if (type === '' || type.startsWith('text/html')) throw new TypeError('an answer that is not the service’s')
  const text = await response.text()
  if (!/^application\/json(;|$)/.test(type)) return text as ReplyOf<Id>
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new TypeError('an answer that was cut', { cause: error })
  }
}

/** Fails like a lost network where nothing answers in time; an answer that has started takes the time that it needs. */
async function answerWithin<Result>(
  waitMs: number,
  asked: AbortSignal | undefined,
  send: (signal: AbortSignal) => Promise<Response>,
  readAnswer: (response: Response) => Promise<Result>,
): Promise<Result> {
  const ending = new AbortController()
  const end = () => ending.abort(asked?.reason)
  if (asked?.aborted) end()
  asked?.addEventListener('abort', end)
  const hasAnswered = noteWait()
  const timer = setTimeout(() => ending.abort(new TypeError(`no answer within ${waitMs} ms`)), waitMs)
  try {
    const response = await send(ending.signal)
    clearTimeout(timer)
    hasAnswered()
    return await readAnswer(response)
  } finally {
    clearTimeout(timer)
    hasAnswered()
    asked?.removeEventListener('abort', end)
  }
}

function retryAfterOf(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after')
  return seconds && /^\d+$/.test(seconds) ? Number(seconds) : undefined
}

/** A refusal that did not come from the API itself, such as a proxy's page, is given the same form. */
async function readProblem(response: Response): Promise<Problem> {
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) return response.json()
  return {
    title: 'The service did not answer as expected',
    status: response.status,
    detail: `The answer had status ${response.status} and no explanation.`,
    code: 'unexpected_answer',
    request_id: response.headers.get('x-request-id') ?? '',
    errors: [],
    retryable: response.status >= 500,
    next_actions: [],
  }
}

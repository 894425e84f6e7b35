import { setTimeout as wait } from 'node:timers/promises'
import { createPublicClient, custom, HttpRequestError, type HttpTransport, type PublicClient } from 'viem'
import { step } from '../tracing/spans.ts'
import { rateLimit } from './rate-limit.ts'
import { isAskedTooOften, rpcAnswer } from './revert.ts'
import { assertSound, type HeaderKind, UnsoundAnswerError, unsoundIn } from './sound-answer.ts'
import { timelyHttp } from './timely-http.ts'

export type RpcOptions = {
  url: string
  /** Requests that all parts of this program together make of the node within any second. */
  requestsPerSecond: number
  /** JSON-RPC calls in one request of HTTP; each counts as a request all the same. */
  batchSize: number
  headers: HeaderKind
}

export type Request = ReturnType<HttpTransport>['request']

/** The program's one way to a node: requests in their turn, none repeated. One that refuses with 429 is asked less often. */
export function openRpc({ url, requestsPerSecond, batchSize, headers }: RpcOptions): Request {
  const batch = batchSize > 1 ? { batchSize } : false
  const { request } = timelyHttp(url, timeoutMs, { retryCount: 0, batch })({})
  const limit = rateLimit(requestsPerSecond)
  const node = { 'server.address': new URL(url).host }
  return async (...call) => {
    await limit.turn()
    try {
      const answer = await step(`chain ${call[0].method}`, node, () => request(...call))
      assertSound(call[0], answer, headers)
      limit.answered()
      // Its type depends on the method alone.
      return answer as never
    } catch (error) {
      if (isAskedTooOften(error)) limit.refused()
      else if (rpcAnswer(error)) limit.answered()
      throw unsoundIn(error) ?? error
    }
  }
}

const timeoutMs = 8_000
const retryMs = 150

/**
 * A request that was cut off, or failed at the node, is retried once in its turn. Each is sent: the library would have one
 * that is asked again wait for the answer to the first, which a node that hung for a moment has lost.
 */
export function clientOf(request: Request): PublicClient {
  const retrying: Request = async (...call) => {
    try {
      return await request(...call)
    } catch (error) {
      if (!mayPass(error)) throw error
      await wait(retryMs)
      return request(...call)
    }
  }
  const shared = custom({ request: retrying }, { retryCount: 0 })({})
  return createPublicClient({ transport: () => ({ ...shared, request: (call) => shared.request(call) }) })
}

/** Not for a refusal, nor where the node had all its time: the caller has other nodes, and a later turn. */
function mayPass(error: unknown): boolean {
  if (rpcAnswer(error) || error instanceof UnsoundAnswerError) return false
  if (!(error instanceof HttpRequestError)) return true
  if (error.status !== undefined) return error.status >= 500
  return error.walk((cause) => cause instanceof DOMException && cause.name === 'TimeoutError') === null
}

import { createPublicClient, custom, HttpRequestError, type HttpTransport, type PublicClient } from 'viem'
import { rateLimit } from './rate-limit.ts'
import { assertSound, type HeaderKind } from './sound-answer.ts'
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
  const { request } = timelyHttp(url, 8_000, { retryCount: 0, batch })({})
  const limit = rateLimit(requestsPerSecond)
  return async (...call) => {
    await limit.turn()
    try {
      const answer = await request(...call)
      assertSound(call[0], answer, headers)
      // Its type depends on the method alone.
      return answer as never
    } catch (error) {
      if (error instanceof HttpRequestError && error.status === 429) limit.refused()
      throw error
    }
  }
}

/** A failed request is retried in its turn. */
export function clientOf(request: Request): PublicClient {
  return createPublicClient({ transport: custom({ request }, { retryCount: 1 }) })
}

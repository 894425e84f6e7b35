import { createPublicClient, custom, http, type PublicClient } from 'viem'
import { rateLimit } from './rate-limit.ts'

export type RpcOptions = {
  url: string
  /** Requests that all parts of this program together make within any second. */
  requestsPerSecond: number
  /** JSON-RPC calls in one request of HTTP; each counts as a request all the same. */
  batchSize: number
}

/** The program's one way to the chain's node. What fails is asked for once more, in its turn. */
export function openRpc({ url, requestsPerSecond, batchSize }: RpcOptions): PublicClient {
  const batch = batchSize > 1 ? { batchSize } : false
  const { request } = http(url, { timeout: 8_000, retryCount: 0, batch })({})
  const mayAsk = rateLimit(requestsPerSecond)
  const limited: typeof request = async (...call) => {
    await mayAsk()
    return request(...call)
  }
  return createPublicClient({ transport: custom({ request: limited }, { retryCount: 1 }) })
}

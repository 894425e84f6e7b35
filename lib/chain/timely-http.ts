import { type HttpTransport, type HttpTransportConfig, http } from 'viem'
import { readAtMost } from '../domain/read-at-most.ts'
import { ownAnswer } from './own-answer.ts'
import { TooLongAnswerError } from './sound-answer.ts'

/** More than the receipts of a full block, or the logs of the longest range, take. */
const longestMiB = 32

/**
 * HTTP to a node, bounded from the first byte of the request to the last of the answer, in time and in length; the
 * library's own time ends with the headers. It also repeats a request as late as the node asks for, which may be hours, so
 * it never sees that, and pairs answers with requests by their order, so it sees those alone that are paired already.
 */
export function timelyHttp(url: string, timeoutMs: number, config: HttpTransportConfig = {}): HttpTransport {
  return http(url, {
    ...config,
    timeout: 0,
    maxResponseBodySize: false,
    fetchFn: async (input, init) => {
      // Where a node sends its callers to another, two of them may be one.
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(input, { ...init, signal, redirect: 'manual' })
      const { status, statusText, headers } = response
      const answer = ownAnswer(String(init?.body), response, await readBounded(response))
      return new Response(answer || null, { status, statusText, headers: withoutRetryAfter(headers) })
    },
  })
}

async function readBounded({ body }: Response): Promise<string> {
  const bytes = await readAtMost(body, longestMiB * 2 ** 20)
  if (!bytes) throw new TooLongAnswerError(`It answers with more than ${longestMiB} MiB.`)
  return bytes.toString()
}

function withoutRetryAfter(headers: Headers): Headers {
  const others = new Headers(headers)
  others.delete('retry-after')
  return others
}

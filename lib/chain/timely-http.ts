import { type HttpTransport, type HttpTransportConfig, http } from 'viem'

/**
 * HTTP to a node, bounded from the first byte of the request to the last of the answer; the library's own time ends with
 * the headers. It also repeats a request as late as the node asks for, which may be hours, so it never sees that.
 */
export function timelyHttp(url: string, timeoutMs: number, config: HttpTransportConfig = {}): HttpTransport {
  return http(url, {
    ...config,
    timeout: 0,
    fetchFn: async (input, init) => {
      const response = await fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) })
      return response.headers.has('retry-after') ? withoutRetryAfter(response) : response
    },
  })
}

function withoutRetryAfter({ body, status, statusText, headers }: Response): Response {
  const others = new Headers(headers)
  others.delete('retry-after')
  return new Response(body, { status, statusText, headers: others })
}

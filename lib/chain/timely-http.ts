import { type HttpTransport, type HttpTransportConfig, http } from 'viem'

/** HTTP to a node, bounded from the first byte of the request to the last of the answer; the library's own time ends with the headers. */
export function timelyHttp(url: string, timeoutMs: number, config: HttpTransportConfig = {}): HttpTransport {
  return http(url, {
    ...config,
    timeout: 0,
    fetchFn: (input, init) => fetch(input, { ...init, signal: AbortSignal.timeout(timeoutMs) }),
  })
}

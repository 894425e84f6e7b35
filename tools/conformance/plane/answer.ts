import type { ServerResponse } from 'node:http'

/** `write` answers in a way of its own, against the contract as it may be. */
export type Answer = {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  write?: (response: ServerResponse) => void | Promise<void>
}

/** Problem details, as every refusal of the service has them. */
export function problem(status: number, code: string, headers: Record<string, string> = {}): Answer {
  const isRetryable = status >= 500 || status === 429
  const text = { type: 'about:blank', title: code, status, detail: `Refused: ${code}.`, instance: '/', code }
  return {
    status,
    headers,
    body: { ...text, request_id: 'conformance', errors: [], retryable: isRetryable, next_actions: [] },
  }
}

/** The connection ends without an answer. */
export const hungUp: Answer = {
  write: (response) => {
    response.destroy()
  },
}

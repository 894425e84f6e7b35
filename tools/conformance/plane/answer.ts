import type { ServerResponse } from 'node:http'
import { type FailureCode, failureKinds } from '#lib/domain/failure.ts'

/** `write` answers in its own way, even against the contract. */
export type Answer = {
  status?: number
  body?: unknown
  headers?: Record<string, string>
  write?: (response: ServerResponse) => void | Promise<void>
}

/** Problem details, as every refusal of the service has them. */
export function problem(code: FailureCode, headers: Record<string, string> = {}): Answer {
  const { status, title, retryable } = failureKinds[code]
  const action = { code: 'read_documentation', text: 'Read the protocol.', who: 'anyone', until: null }
  return {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
    body: {
      type: `/api/docs/#problem-${code}`,
      title,
      status,
      detail: `Refused: ${code}.`,
      instance: '/',
      code,
      request_id: 'conformance',
      errors: [],
      retryable,
      next_actions: [action],
    },
  }
}

/** The connection ends without an answer. */
export const hungUp: Answer = {
  write: (response) => {
    response.destroy()
  },
}

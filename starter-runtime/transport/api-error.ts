/** A call that the control plane refused, or that got no answer that could be understood (`unreachable`). */
export class ApiError extends Error {
  readonly code: string
  readonly status: number
  readonly isRetryable: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(facts: {
    code: string
    status: number
    detail: string
    isRetryable: boolean
    retryAfterSeconds?: number | undefined
  }) {
    super(facts.detail)
    this.name = 'ApiError'
    this.code = facts.code
    this.status = facts.status
    this.isRetryable = facts.isRetryable
    this.retryAfterSeconds = facts.retryAfterSeconds
  }
}

export function unreachable(detail: string): ApiError {
  return new ApiError({ code: 'unreachable', status: 0, detail, isRetryable: true })
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof ApiError && codes.includes(error.code)
}

import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const documentation = 'https://docs.github.com/rest'

export type FieldError = { resource: string; field?: string; code: string; message?: string }

/** A refusal in the API's own words. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode
  readonly errors: readonly FieldError[] | undefined
  readonly headers: Record<string, string>

  constructor(
    status: ContentfulStatusCode,
    message: string,
    more: { errors?: readonly FieldError[]; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.errors = more.errors
    this.headers = more.headers ?? {}
  }
}

export function notFound(): ApiError {
  return new ApiError(404, 'Not Found')
}

export function badCredentials(): ApiError {
  return new ApiError(401, 'Bad credentials')
}

export function notByIntegration(): ApiError {
  return new ApiError(403, 'Resource not accessible by integration')
}

export function invalid(...errors: FieldError[]): ApiError {
  return new ApiError(422, 'Validation Failed', { errors })
}

export function toErrorResponse(c: Context, error: unknown): Response {
  if (!(error instanceof ApiError)) {
    console.error('repository host:', error)
    return c.json({ message: 'Server Error', documentation_url: documentation, status: '500' }, 500)
  }
  const url = error.headers.location
  const body = {
    message: error.message,
    ...(url && { url }),
    ...(error.errors && { errors: error.errors }),
    documentation_url: documentation,
    status: String(error.status),
  }
  return c.json(body, error.status, error.headers)
}

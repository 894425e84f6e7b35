import { Failure } from '#lib/domain/failure.ts'

type HostError = { status?: number; response?: { headers?: Record<string, string | number | undefined> } }

/** Calls the host and tells what went wrong in our own words. */
export async function calling<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toFailure(error as HostError)
  }
}

function toFailure(error: HostError): Failure {
  const { status } = error
  const headers = error.response?.headers ?? {}
  if (status === 401)
    return new Failure(
      'repository_not_connected',
      'The repository host no longer accepts the connection; connect it again.',
      { cause: error },
    )
  if (status === 429 || (status === 403 && (headers['retry-after'] || headers['x-ratelimit-remaining'] === '0'))) {
    return new Failure('repository_host_unavailable', 'The repository host limits requests for now.', {
      cause: error,
      retryAfterSeconds: waitSeconds(headers),
    })
  }
  if (status === 403)
    return new Failure('repository_permission', 'The repository host does not permit this.', { cause: error })
  if (status === 404 || status === 410 || status === 451)
    return new Failure('not_found', 'The repository host knows no such thing for this account.', { cause: error })
  if (status && status >= 400 && status < 500)
    return new Failure('repository_host_refused', 'The repository host refused the request.', { cause: error })
  return new Failure('repository_host_unavailable', 'The repository host did not answer.', {
    cause: error,
    retryAfterSeconds: 5,
  })
}

function waitSeconds(headers: Record<string, string | number | undefined>): number {
  const after = Number(headers['retry-after'])
  if (after > 0) return Math.min(after, 3_600)
  const reset = Number(headers['x-ratelimit-reset'])
  return reset > 0 ? Math.min(Math.max(1, reset - Math.floor(Date.now() / 1000)), 3_600) : 60
}

import { Failure, isFailure } from '../domain/failure.ts'
import { type Step, step } from '../domain/step.ts'

type Headers = Record<string, string | number | undefined>
type HostError = {
  status?: number
  message?: string
  response?: { headers?: Headers; data?: { error?: unknown } | string }
}

const repeatLater = step('client', 'repeat_later', 'Wait until the repository host takes requests again, then repeat.')
const permit: Step = {
  code: 'permit_at_host',
  text: 'Ask an owner of the repository’s account to give the App, and you, the permissions for this at the repository host.',
  who: 'repository_host',
  until: null,
}

/** Calls the host and tells what went wrong in our own words. */
export async function calling<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw isFailure(error) ? error : toFailure(error as HostError)
  }
}

/** What the host's own error says, behind a failure; empty for another failure. */
export function hostErrorOf({ cause }: Failure): HostError {
  return (cause as HostError | undefined) ?? {}
}

/** The code with which the host's OAuth endpoint refused, if it did. */
export function oauthError(failure: unknown): string | undefined {
  const data = isFailure(failure) ? hostErrorOf(failure).response?.data : undefined
  return typeof data === 'object' && typeof data.error === 'string' ? data.error : undefined
}

/** The host answered something that is not what its documentation says. */
export function unreadable(cause: unknown): Failure {
  return new Failure('repository_host_unavailable', 'The repository host’s answer cannot be read.', {
    cause,
    retryAfterSeconds: 5,
    nextActions: [repeatLater],
  })
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
  if (isLimit(error, headers)) {
    return new Failure('repository_host_limited', 'The repository host limits requests for now.', {
      cause: error,
      retryAfterSeconds: waitSeconds(headers),
      nextActions: [repeatLater],
    })
  }
  if (status === 403)
    return new Failure('repository_permission', 'The repository host does not permit this.', {
      cause: error,
      nextActions: [permit],
    })
  if (status === 404 || status === 410 || status === 451)
    return new Failure('not_found', 'The repository host knows no such thing for this account.', { cause: error })
  if (status && status >= 400 && status < 500)
    return new Failure('repository_host_refused', 'The repository host refused the request.', { cause: error })
  return new Failure('repository_host_unavailable', 'The repository host did not answer.', {
    cause: error,
    retryAfterSeconds: 5,
    nextActions: [repeatLater],
  })
}

function isLimit({ status, message }: HostError, headers: Headers): boolean {
  if (status === 429) return true
  if (status !== 403) return false
  const limitHeader = headers['retry-after'] || String(headers['x-ratelimit-remaining']) === '0'
  return Boolean(limitHeader) || /rate limit/i.test(message ?? '')
}

function waitSeconds(headers: Headers): number {
  const after = Number(headers['retry-after'])
  if (after > 0) return Math.min(Math.ceil(after), 3_600)
  const reset = Number(headers['x-ratelimit-reset'])
  return reset > 0 ? Math.min(Math.max(1, reset - Math.floor(Date.now() / 1000)), 3_600) : 60
}

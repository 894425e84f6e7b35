import { ApiError } from './api.ts'

/** Whether what was asked for no longer exists, or is not this person's. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status === 404
}

/** Whether the session has ended, so that every other call is refused too. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'unauthenticated'
}

/** Whether there was no answer of the service: the network failed, or a proxy answered in its place. */
export function isUnanswered(error: unknown): boolean {
  if (error instanceof ApiError) return error.problem.code === 'unexpected_answer' && error.problem.retryable
  return error instanceof TypeError
}

import { isProgramPath, mcpPath } from '../api/program-paths.ts'
import { Failure, type FailureCode, failureKinds, isFailure } from '../domain/failure.ts'
import type { Step } from '../domain/step.ts'
import { generalActions } from './general-actions.ts'
import { LightResponse } from './light-response.ts'
import { toProgramAction } from './program-actions.ts'

/** The answer to a refusal; anything but a Failure becomes a bare `internal`. */
export function problemResponse(
  error: unknown,
  request: { url: string; method: string },
  requestId: string = crypto.randomUUID(),
): Response {
  const failure = isFailure(error)
    ? error
    : new Failure('internal', 'Something went wrong here. The request id helps to find out what.')
  const kind = failureKinds[failure.code]
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'private, no-store',
    'x-request-id': requestId,
  })
  if (failure.retryAfterSeconds !== undefined) headers.set('retry-after', String(failure.retryAfterSeconds))
  const { pathname, search } = new URL(request.url)
  if (kind.status === 401) headers.set('www-authenticate', takesBearer(pathname) ? 'Bearer' : 'Session')
  const body = problemText(failure, { pathname, search, method: request.method }, requestId)
  return new LightResponse(body, { status: kind.status, headers })
}

/** A refusal as RFC 9457 problem details, in JSON. */
export function problemText(
  failure: Failure,
  request: { pathname: string; search?: string; method: string },
  requestId: string,
): string {
  const { status, title, retryable } = failureKinds[failure.code]
  return JSON.stringify({
    type: problemType(failure.code),
    title,
    status,
    detail: failure.message,
    instance: request.pathname,
    code: failure.code,
    request_id: requestId,
    errors: failure.errors,
    reasons: failure.reasons,
    retryable,
    next_actions:
      failure.nextActions.length > 0
        ? failure.nextActions.map((action) => forCaller(onThisList(action, request), request))
        : generalActions(failure.code, request),
  })
}

function forCaller(action: Step, { pathname }: { pathname: string }): Step {
  return isProgramPath(pathname) ? toProgramAction(action) : action
}

/** The first page is that of the list that was asked, with its filters. */
function onThisList(action: Step, { pathname, search }: { pathname: string; search?: string }): Step {
  if (action.code !== 'read_first_page' || action.href !== undefined) return action
  const query = new URLSearchParams(search)
  query.delete('cursor')
  return { ...action, method: 'GET', href: query.size > 0 ? `${pathname}?${query}` : pathname }
}

function takesBearer(pathname: string): boolean {
  return pathname.startsWith('/api/v1/agent-runtime/') || isProgramPath(pathname) || `${pathname}/`.startsWith(mcpPath)
}

function problemType(code: FailureCode): string {
  return `/api/docs/#problem-${code}`
}

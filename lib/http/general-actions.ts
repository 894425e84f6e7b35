import { toSessionPath } from '../api/program-paths.ts'
import { type FailureCode, failureKinds } from '../domain/failure.ts'
import { pageOf } from '../domain/page-of.ts'
import type { GeneralStep, Step } from '../domain/step.ts'
import { findOperation, listAbove } from './find-operation.ts'

/** What a caller can do about a refusal that names nothing better. */
export function generalActions(code: FailureCode, request: { pathname: string; method: string }): Step[] {
  if (failureKinds[code].retryable)
    return [general('send_again', 'Send the same request again, after Retry-After where that is given.')]
  if (code === 'person_required') return [pageFor(request.pathname)]
  const list = code === 'not_found' ? listAbove(request.pathname) : undefined
  return list ? [general('read_list', 'Read the list for what there is.', list)] : [documentationOf(request)]
}

function general(code: GeneralStep, text: string, href?: string): Step {
  return { code, text, ...(href && { method: 'GET', href }), who: 'anyone', until: null }
}

function pageFor(pathname: string): Step {
  const path = toSessionPath(pathname.endsWith('/') ? pathname : `${pathname}/`)
  return general('open_page', 'Sign in and do it on this page.', pageOf({ href: path }) ?? '/settings')
}

function documentationOf({ pathname, method }: { pathname: string; method: string }): Step {
  const found = findOperation(method === 'HEAD' ? 'GET' : method, pathname)
  const anchor = found && !found.isHidden ? `#/${found.tag}/${found.operationId}` : ''
  return general('read_documentation', 'Read how this is called.', `/api/docs/${anchor}`)
}

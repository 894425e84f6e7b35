import type { Endpoint } from '../api/endpoint.ts'
import { endpoints } from '../api/endpoints.ts'
import type { Action, GeneralActionCode } from '../domain/action.ts'
import { type FailureCode, failureKinds } from '../domain/failure.ts'

const all: Endpoint[] = Object.values(endpoints)
const known = all
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }))
  .sort((left, right) => parametersIn(left.endpoint.path) - parametersIn(right.endpoint.path))
/** Paths of lists, which need nothing but their name. */
const lists = new Set(all.filter(({ operationId }) => operationId.startsWith('list')).map(({ path }) => path))

/** What a caller can do about a refusal that names nothing better. */
export function generalActions(code: FailureCode, request: { pathname: string; method: string }): Action[] {
  if (failureKinds[code].retryable)
    return [general('send_again', 'Send the same request again, after Retry-After where that is given.')]
  const list = code === 'not_found' ? listAbove(request.pathname) : undefined
  return list ? [general('read_list', 'Read the list for what there is.', list)] : [documentationOf(request)]
}

function general(code: GeneralActionCode, text: string, href?: string): Action {
  return { code, text, ...(href && { method: 'GET', href }), who: 'anyone', until: null }
}

function documentationOf({ pathname, method }: { pathname: string; method: string }): Action {
  const verb = method === 'HEAD' ? 'GET' : method
  const found = known.find(({ endpoint, pattern }) => endpoint.method === verb && pattern.test(pathname))?.endpoint
  const anchor = found && !found.isHidden ? `#/${found.tag}/${found.operationId}` : ''
  return general('read_documentation', 'Read how this is called.', `/api/docs/${anchor}`)
}

/** The nearest list above a path, such as that of all agents above one agent's wallet. */
function listAbove(pathname: string): string | undefined {
  const segments = pathname.split('/').filter(Boolean)
  for (let length = segments.length - 1; length > 0; length -= 1) {
    const path = `/${segments.slice(0, length).join('/')}/`
    if (lists.has(path)) return path
  }
  return undefined
}

function parametersIn(path: string): number {
  return path.split('{').length
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replace(/\/$/, '/?')}$`)
}

import type { AnyEndpoint, Endpoint } from '../api/endpoint.ts'
import { endpoints } from '../api/endpoints.ts'
import { programEndpoints } from '../api/programs.ts'

const all: Endpoint[] = Object.values(endpoints)
const known: { endpoint: AnyEndpoint; pattern: RegExp }[] = [...all, ...programEndpoints()]
  .map((endpoint) => ({ endpoint, pattern: patternOf(endpoint.path) }))
  .sort((left, right) => parametersIn(left.endpoint.path) - parametersIn(right.endpoint.path))
/** Paths of lists, which need nothing but their name. */
const lists = new Set(
  known.filter(({ endpoint }) => endpoint.operationId.startsWith('list')).map(({ endpoint }) => endpoint.path),
)

/** The operation that a request is of, with or without the trailing slash. */
export function findOperation(method: string, pathname: string): AnyEndpoint | undefined {
  return known.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(pathname))?.endpoint
}

/** The nearest list above a path, such as that of all agents above one agent's wallet. */
export function listAbove(pathname: string): string | undefined {
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

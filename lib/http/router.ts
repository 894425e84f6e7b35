import { Failure } from '../domain/failure.ts'
import { compressed } from './compress.ts'
import { LightResponse } from './light-response.ts'
import { problemResponse } from './problem.ts'
import type { RouteHandler } from './route-handler.ts'

export type RouteModule = Partial<Record<'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', RouteHandler>>
export type Route = { path: string; module: RouteModule }
export type Router = (request: Request) => Promise<Response>

type Node = { route?: Route; fixed: Map<string, Node>; parameter?: { name: string; node: Node } }

/** Methods that an API path may have. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Dispatches API requests straight to their route modules, with or without the trailing slash. `guard` is put before
 * what no route module answers.
 */
export function createRouter(routes: readonly Route[], guard = (handler: RouteHandler) => handler): Router {
  const root: Node = { fixed: new Map() }
  for (const route of routes) add(root, route)
  const refuse = (request: Request, failure: Failure, allow?: string) =>
    guard(async () => refusal(request, failure, allow))(request)
  return async (request) => {
    const match = find(root, segmentsOf(new URL(request.url).pathname))
    if (!match) return refuse(request, new Failure('not_found', 'There is no such path in this API.'))
    const allow = allowedMethods(match.module)
    if (request.method === 'OPTIONS')
      return guard(async () => new LightResponse(null, { status: 204, headers: { allow } }))(request)
    const handler = methods.includes(request.method as 'GET') ? match.module[request.method as 'GET'] : undefined
    const params = { params: Promise.resolve(match.params) }
    if (handler) return compressed(request, await handler(request, params))
    if (request.method === 'HEAD' && match.module.GET) return withoutBody(await match.module.GET(request, params))
    return refuse(request, new Failure('method_not_allowed', `Use ${allow}.`), allow)
  }
}

function add(root: Node, route: Route): void {
  let node = root
  for (const segment of segmentsOf(route.path)) {
    const name = /^\[(\w+)\]$/.exec(segment)?.[1]
    if (name) {
      node.parameter ??= { name, node: { fixed: new Map() } }
      node = node.parameter.node
      continue
    }
    const next = node.fixed.get(segment) ?? { fixed: new Map() }
    node.fixed.set(segment, next)
    node = next
  }
  node.route = route
}

function find(root: Node, segments: string[]): (Route & { params: Record<string, string> }) | undefined {
  const params: Record<string, string> = {}
  let node = root
  for (const segment of segments) {
    const fixed = node.fixed.get(segment)
    if (!fixed && node.parameter) params[node.parameter.name] = decode(segment)
    const next = fixed ?? node.parameter?.node
    if (!next) return undefined
    node = next
  }
  return node.route && { ...node.route, params }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function allowedMethods(module: RouteModule): string {
  const allowed = methods.filter((method) => module[method] || (method === 'HEAD' && module.GET))
  return [...allowed, 'OPTIONS'].join(', ')
}

function withoutBody(response: Response): Response {
  return new LightResponse(null, { status: response.status, headers: response.headers })
}

function refusal(request: Request, failure: Failure, allow?: string): Response {
  const response = problemResponse(failure, request)
  if (allow) response.headers.set('allow', allow)
  return response
}

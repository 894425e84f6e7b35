import type { Endpoint } from '../api/endpoint.ts'
import { endpoints } from '../api/endpoints.ts'
import { toProgramPath } from '../api/program-paths.ts'
import type { RouteHandler } from './route-handler.ts'
import type { Route, RouteModule } from './router.ts'

const all: Endpoint[] = Object.values(endpoints)
const ofSessions = new Set(
  all
    .filter(({ access, isHidden }) => access === 'session' && !isHidden)
    .map(({ method, path }) => `${method} ${path}`),
)

/**
 * The routes of programs: the operations of a session with the same handlers at other paths. Those without a scope are
 * there too, so that a program learns where a person does them.
 */
export function programRoutes(routes: readonly Route[]): Route[] {
  return routes.flatMap(({ path, module }) => {
    const documented = `${path.replaceAll(/\[(\w+)\]/g, '{$1}')}/`
    const own = Object.entries(module).filter(([method]) => ofSessions.has(`${method} ${documented}`))
    if (own.length === 0) return []
    const ofProgram: RouteModule = Object.fromEntries(own.map(([method, handler]) => [method, forPrograms(handler)]))
    return [{ path: toProgramPath(path), module: ofProgram }]
  })
}

function forPrograms(handler: RouteHandler): RouteHandler {
  return (request, route) => handler(request, { params: Promise.resolve({}), ...route, isProgram: true })
}

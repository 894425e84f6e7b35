import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { counted } from './counted.ts'
import { mcpRoute } from './mcp/mcp-route.ts'
import { programRoutes } from './program-routes.ts'
import { createRouter, type Route, type RouteModule, type Router } from './router.ts'

/** The router over every route module below `app/api`, over what of it programs may ask for, and over their tools. */
export async function openRouter(projectRoot: string): Promise<Router> {
  const routes = await loadApiRoutes(projectRoot)
  const ofPrograms = programRoutes(routes)
  return createRouter([...routes, ...ofPrograms, mcpRoute(createRouter(ofPrograms))], counted)
}

/** Loads the route modules; the folders are the paths. */
async function loadApiRoutes(projectRoot: string): Promise<Route[]> {
  const routes: Route[] = []
  for await (const file of glob('app/api/**/route.ts', { cwd: projectRoot })) {
    const module = (await import(pathToFileURL(join(projectRoot, file)).href)) as RouteModule
    routes.push({ path: dirname(file).slice('app'.length), module })
  }
  return routes
}

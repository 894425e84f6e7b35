import { glob } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Route, RouteModule } from './lane.ts'

/** Loads every route module below `app/api`; the folders are the paths. */
export async function loadApiRoutes(projectRoot: string): Promise<Route[]> {
  const routes: Route[] = []
  for await (const file of glob('app/api/**/route.ts', { cwd: projectRoot })) {
    const module = (await import(pathToFileURL(join(projectRoot, file)).href)) as RouteModule
    routes.push({ path: dirname(file).slice('app'.length), module })
  }
  return routes
}

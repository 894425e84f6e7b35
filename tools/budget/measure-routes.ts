import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'

export type RouteWeight = { route: string; bytes: number }
type Manifest = { entryJSFiles: Record<string, string[]> }

/** Compressed bytes of the scripts that a first visit to each page loads, from the build's own manifests. */
export function measureRoutes(build: string): RouteWeight[] {
  const { rootMainFiles } = JSON.parse(readFileSync(join(build, 'build-manifest.json'), 'utf8')) as {
    rootMainFiles: string[]
  }
  const known = new Map<string, number>()
  const weigh = (file: string) => {
    const bytes = known.get(file) ?? gzipSync(readFileSync(join(build, file))).length
    known.set(file, bytes)
    return bytes
  }
  return globSync('server/app/**/page_client-reference-manifest.js', { cwd: build })
    .flatMap((file) => Object.entries(readManifests(join(build, file))))
    .map(([route, { entryJSFiles }]) => {
      const files = new Set([...rootMainFiles, ...Object.values(entryJSFiles).flat()])
      return { route, bytes: [...files].reduce((sum, file) => sum + weigh(file), 0) }
    })
    .sort((one, other) => one.route.localeCompare(other.route))
}

/** The manifest is a script that hangs itself on a global. */
function readManifests(file: string): Record<string, Manifest> {
  const globals: { __RSC_MANIFEST?: Record<string, Manifest> } = {}
  runInNewContext(readFileSync(file, 'utf8'), { globalThis: globals })
  return globals.__RSC_MANIFEST ?? {}
}

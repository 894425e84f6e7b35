import type { AnyEndpoint, Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const sessionRoot = '/api/v1/'
export const programsRoot = '/api/v1/programs/'

export function isProgramPath(path: string): boolean {
  return path.startsWith(programsRoot)
}

/** Where programs find what people find at this path. */
export function toProgramPath(path: string): string {
  return path.startsWith(sessionRoot) && !isProgramPath(path) ? programsRoot + path.slice(sessionRoot.length) : path
}

/** Where people find what programs find at this path. */
export function toSessionPath(path: string): string {
  return isProgramPath(path) ? sessionRoot + path.slice(programsRoot.length) : path
}

/** The same operation for programs: another path and credential, and no sign-in that could be recent. */
export function toProgramEndpoint<Served extends AnyEndpoint>(endpoint: Served): Served {
  return {
    ...endpoint,
    operationId: `${endpoint.operationId}WithToken`,
    tag: 'programs',
    access: 'token',
    path: toProgramPath(endpoint.path),
    failures: endpoint.failures.filter((code) => code !== 'recent_sign_in_required'),
  }
}

/** Every operation that some token allows. */
export function programEndpoints(): AnyEndpoint[] {
  const all: Endpoint[] = Object.values(endpoints)
  return all.filter(({ scope }) => scope !== undefined).map((endpoint) => toProgramEndpoint<AnyEndpoint>(endpoint))
}

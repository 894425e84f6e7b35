import type { AnyEndpoint, Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { toProgramPath } from './program-paths.ts'

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

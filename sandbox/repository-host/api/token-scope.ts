import type { Host } from '../context.ts'
import type { AccessLevel, Permissions } from '../options.ts'
import { type Installation, listInstallationRepositories, permissionsOf } from '../store/installations.ts'
import type { Repository } from '../store/repositories.ts'
import { ApiError, invalid } from './errors.ts'

const repositoriesMax = 500
const levels: readonly string[] = ['read', 'write', 'admin']

/** The part of an installation's rights that a token request asks for; 422 when it asks for more than there is. */
export function narrowToken(
  host: Host,
  installation: Installation,
  body: Record<string, unknown>,
): { permissions: Permissions; repositories: Repository[] | null } {
  return {
    permissions: narrowPermissions(permissionsOf(installation), body.permissions),
    repositories: narrowRepositories(listInstallationRepositories(host.db, installation), body),
  }
}

function narrowPermissions(granted: Permissions, asked: unknown): Permissions {
  if (asked === undefined || asked === null) return granted
  if (typeof asked !== 'object') throw invalid({ resource: 'Integration', field: 'permissions', code: 'invalid' })
  const narrowed: Permissions = { metadata: 'read' }
  for (const [name, level] of Object.entries(asked)) {
    const most = granted[name]
    if (!isLevel(level) || most === undefined || levels.indexOf(level) > levels.indexOf(most)) {
      throw new ApiError(422, 'The permissions requested are not granted to this installation.')
    }
    narrowed[name] = level
  }
  return narrowed
}

function narrowRepositories(available: Repository[], body: Record<string, unknown>): Repository[] | null {
  const ids = readList(body.repository_ids)
  const names = readList(body.repositories)
  if (!ids && !names) return null
  const wanted = [...(ids ?? []), ...(names ?? [])]
  if (wanted.length > repositoriesMax) {
    throw new ApiError(422, `Installation tokens can be narrowed to at most ${repositoriesMax} repositories.`)
  }
  const chosen = wanted.map((one) => {
    const repository = available.find(
      ({ id, name }) => id === one || (typeof one === 'string' && name.toLowerCase() === one.toLowerCase()),
    )
    if (repository) return repository
    throw new ApiError(
      422,
      'There is at least one repository that does not exist or is not accessible to the parent installation.',
    )
  })
  return available.filter((repository) => chosen.includes(repository))
}

function readList(value: unknown): unknown[] | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value
  throw invalid({ resource: 'Integration', field: 'repository_ids', code: 'invalid' })
}

function isLevel(value: unknown): value is AccessLevel {
  return typeof value === 'string' && levels.includes(value)
}

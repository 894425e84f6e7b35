import type { Host } from '../context.ts'
import type { AccessLevel, Permissions } from '../options.ts'
import { installationCovering, permissionsOf } from '../store/installations.ts'
import { effectiveRole, type Repository, type Role } from '../store/repositories.ts'
import { notByIntegration, notFound } from './errors.ts'
import type { Principal } from './principal.ts'

export type Need = {
  permission: 'metadata' | 'contents' | 'issues' | 'pull_requests' | 'checks' | 'workflows'
  level: AccessLevel
}

const levels: readonly AccessLevel[] = ['read', 'write', 'admin']

/** Whether the repository exists for this principal at all: what it may not see answers 404. */
export function canSee(host: Host, principal: Principal, repository: Repository): boolean {
  if (principal.kind === 'app' || principal.kind === 'client') return false
  return repository.private === 0 || grantedPermissions(host, principal, repository) !== undefined
}

/** Throws 404 for what the principal may not see and 403 for what it may see but not do. */
export function assertAllowed(host: Host, principal: Principal, repository: Repository, need: Need): void {
  if (principal.kind === 'app' || principal.kind === 'client') throw notByIntegration()
  if (!canSee(host, principal, repository)) throw notFound()
  if (repository.private === 0 && need.level === 'read') return
  assertGranted(host, principal, repository, need)
}

/** Throws 403 unless the App's installation grants the permission, whatever a person's own role allows. */
export function assertGranted(host: Host, principal: Principal, repository: Repository, need: Need): void {
  const granted = grantedPermissions(host, principal, repository)
  if (!granted || !covers(granted, need)) throw notByIntegration()
}

/** The principal's own role on a repository, for the `permissions` object of answers. */
export function roleOf(host: Host, principal: Principal, repository: Repository): Role | undefined {
  return principal.kind === 'user' ? effectiveRole(host.db, repository, principal.user.id) : undefined
}

function grantedPermissions(host: Host, principal: Principal, repository: Repository): Permissions | undefined {
  if (principal.kind !== 'user' && principal.kind !== 'installation') return undefined
  const installation = installationCovering(host.db, repository)
  if (!installation || installation.suspended_at) return undefined
  if (principal.kind === 'user') {
    return effectiveRole(host.db, repository, principal.user.id) && permissionsOf(installation)
  }
  if (installation.id !== principal.installation.id) return undefined
  const { repositoryIds } = principal
  return repositoryIds === null || repositoryIds.includes(repository.id) ? principal.permissions : undefined
}

function covers(granted: Permissions, need: Need): boolean {
  if (need.permission === 'metadata' && need.level === 'read') return true
  const level = granted[need.permission]
  return level !== undefined && levels.indexOf(level) >= levels.indexOf(need.level)
}

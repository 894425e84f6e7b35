import type { Host } from '../context.ts'
import { gitDirectory } from '../git/run.ts'
import { type Account, findAccount } from '../store/accounts.ts'
import { effectiveRole, hasRole, type Repository } from '../store/repositories.ts'
import { assertGranted, type Need } from './access.ts'
import { ApiError, notByIntegration } from './errors.ts'
import type { Principal } from './principal.ts'
import { type HostContext, requireRepository } from './request.ts'

export type WriteTarget = { repository: Repository; directory: string; writer: Account }

/** The repository of the path, if the App is granted the permission there and a person may push besides. */
export function requireWriteTarget(host: Host, c: HostContext, permission: Need['permission']): WriteTarget {
  const principal = c.get('principal')
  if (principal.kind === 'anonymous') throw new ApiError(401, 'Requires authentication')
  const repository = requireRepository(host, c, { permission: 'metadata', level: 'read' })
  assertGranted(host, principal, repository, { permission, level: 'write' })
  const mayPush = principal.kind !== 'user' || hasRole(effectiveRole(host.db, repository, principal.user.id), 'push')
  if (!mayPush) throw notByIntegration()
  assertNotArchived(repository)
  const directory = gitDirectory(host.dataDir, repository.id)
  return { repository, directory, writer: actingAccount(host, principal) }
}

/** A write in the App's name acts as the signed-in person or, with an installation token, as the App's bot. */
export function actingAccount(host: Host, principal: Principal): Account {
  if (principal.kind === 'user') return principal.user
  const bot = findAccount(host.db, `${host.app.slug}[bot]`)
  if (!bot) throw notByIntegration()
  return bot
}

export function assertNotArchived(repository: Repository): void {
  if (repository.archived) throw new ApiError(403, 'Repository was archived so is read-only.')
}

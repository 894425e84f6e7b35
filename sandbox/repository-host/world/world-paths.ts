import { ApiError, notFound } from '../api/errors.ts'
import { findPathRepository, type HostContext, readNumber } from '../api/request.ts'
import type { Host } from '../context.ts'
import { type Account, findAccount } from '../store/accounts.ts'
import { findInstallation, type Installation } from '../store/installations.ts'
import { findIssue, type Issue } from '../store/issues.ts'
import { ownerOf, type Repository } from '../store/repositories.ts'

/** The repository of the path; 404 when there is none. */
export function requirePathRepository(host: Host, c: HostContext): Repository {
  const repository = findPathRepository(host, c)
  if (!repository) throw notFound()
  return repository
}

/** The issue of the path and its repository; 404 when there is none. */
export function requirePathIssue(host: Host, c: HostContext): { repository: Repository; issue: Issue } {
  const repository = requirePathRepository(host, c)
  const issue = findIssue(host.db, repository.id, readNumber(c, 'number'))
  if (!issue) throw notFound()
  return { repository, issue }
}

/** The installation of the path; 404 when there is none. */
export function requirePathInstallation(host: Host, c: HostContext): Installation {
  const installation = findInstallation(host.db, readNumber(c, 'installation_id'))
  if (!installation) throw notFound()
  return installation
}

/** The account of this login; 422 when there is none. */
export function requireAccount(host: Host, login: unknown): Account {
  const account = typeof login === 'string' ? findAccount(host.db, login) : undefined
  if (!account) throw new ApiError(422, `No account ${String(login)}`)
  return account
}

/** Who does it: the body's `actor`, else the repository's owner. */
export function actor(host: Host, body: Record<string, unknown>, repository: Repository): Account {
  return body.actor === undefined ? ownerOf(host.db, repository) : requireAccount(host, body.actor)
}

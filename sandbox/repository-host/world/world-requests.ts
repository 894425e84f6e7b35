import { ApiError } from '../api/errors.ts'
import type { Host } from '../context.ts'
import type { FileChanges } from '../git/write.ts'
import { findAccount } from '../store/accounts.ts'
import { type Repository, type Role, roles } from '../store/repositories.ts'
import { renameRepository, setArchived, setPrivate, setTopics, transferRepository } from './repositories.ts'

/** Applies `name`, `owner`, `archived` and `private` or `visibility`, each as its own event. */
export function applySettings(host: Host, repository: Repository, body: Record<string, unknown>): Repository {
  const { name, owner, archived } = body
  const isPrivate = body.private ?? (body.visibility === undefined ? undefined : body.visibility !== 'public')
  let changed = repository
  if (typeof name === 'string') changed = renameRepository(host, changed, name)
  if (typeof owner === 'string') {
    const account = findAccount(host.db, owner)
    if (!account) throw new ApiError(422, `No account ${owner}`)
    changed = transferRepository(host, changed, account)
  }
  if (typeof isPrivate === 'boolean') changed = setPrivate(host, changed, isPrivate)
  if (typeof archived === 'boolean') changed = setArchived(host, changed, archived)
  if (Array.isArray(body.topics)) changed = setTopics(host, changed, body.topics.map(String))
  return changed
}

/** An object of paths and contents, null for a deletion. */
export function readFiles(value: unknown): FileChanges {
  if (typeof value !== 'object' || value === null) throw new ApiError(422, 'files must be an object of path to content')
  const files: FileChanges = {}
  for (const [path, content] of Object.entries(value)) {
    if (typeof content !== 'string' && content !== null) throw new ApiError(422, `No text for ${path}`)
    if (/^\/|(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)/i.test(path)) throw new ApiError(422, `Not a path: ${path}`)
    files[path] = content
  }
  return files
}

export function readRole(body: Record<string, unknown>): Role {
  const role = roles.find((known) => known === body.permission)
  if (!role) throw new ApiError(422, `permission must be one of ${roles.join(', ')}`)
  return role
}

export function readText(body: Record<string, unknown>, field: string): string {
  const value = body[field]
  if (typeof value !== 'string' || value === '') throw new ApiError(422, `${field} is missing`)
  return value
}

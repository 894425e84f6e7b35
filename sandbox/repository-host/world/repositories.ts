import { invalid } from '../api/errors.ts'
import type { Host } from '../context.ts'
import { resolveCommit } from '../git/read.ts'
import { gitDirectory } from '../git/run.ts'
import { addCommits, createRepository, type FileChanges } from '../git/write.ts'
import { announceInRepository, announceSelection } from '../hooks/events.ts'
import { toAccountJson } from '../json/account.ts'
import type { Account } from '../store/accounts.ts'
import { inTransaction, run } from '../store/database.ts'
import { installationCovering } from '../store/installations.ts'
import {
  findRepository,
  findRepositoryById,
  fullName,
  insertRepository,
  ownerOf,
  type Repository,
  rememberFormerName,
} from '../store/repositories.ts'
import { timestamp } from '../timestamp.ts'
import { announcePush } from './pushes.ts'

/** Creates a repository with one first commit. */
export async function addRepository(
  host: Host,
  owner: Account,
  settings: { name: string; description: string | null; private: boolean; files: FileChanges },
): Promise<Repository> {
  if (findRepository(host.db, owner.login, settings.name)) {
    throw invalid({ resource: 'Repository', field: 'name', code: 'already_exists' })
  }
  const id = insertRepository(host.db, {
    owner_id: owner.id,
    name: settings.name,
    description: settings.description,
    private: settings.private,
    archived: false,
    topics: [],
    at: timestamp(host.now()),
  })
  const directory = gitDirectory(host.dataDir, id)
  await createRepository(directory)
  const author = { name: owner.name ?? owner.login, email: owner.email ?? `${owner.login}@users.example.test` }
  const commit = { branch: 'main', message: 'First commit', author, date: host.now(), files: settings.files }
  await addCommits(directory, [commit])
  const repository = reload(host, id)
  announceCoverage(host, repository, 'added')
  announceRepository(host, repository, 'created')
  return repository
}

export function renameRepository(host: Host, repository: Repository, name: string): Repository {
  if (name === repository.name) return repository
  const taken = findRepository(host.db, repository.owner_login, name)
  if (taken && taken.id !== repository.id)
    throw invalid({ resource: 'Repository', field: 'name', code: 'already_exists' })
  const changes = { repository: { name: { from: repository.name } } }
  return update(host, repository, { column: 'name', value: name }, 'renamed', { changes })
}

/**
 * Gives the repository to another account. An installation of the old one no longer covers it and hears only that; one
 * of the new one that covers everything hears of both.
 */
export function transferRepository(host: Host, repository: Repository, owner: Account): Repository {
  if (owner.id === repository.owner_id) return repository
  const former = ownerOf(host.db, repository)
  const from = toAccountJson(host, former)
  const changes = { owner: { from: { [former.type === 'User' ? 'user' : 'organization']: from } } }
  announceCoverage(host, repository, 'removed')
  run(host.db, 'DELETE FROM installation_repositories WHERE repository_id = ?', repository.id)
  return update(host, repository, { column: 'owner_id', value: owner.id }, 'transferred', { changes })
}

export function setTopics(host: Host, repository: Repository, topics: readonly string[]): Repository {
  return update(host, repository, { column: 'topics', value: JSON.stringify(topics) }, 'edited', { changes: {} })
}

export function setArchived(host: Host, repository: Repository, archived: boolean): Repository {
  if (Number(archived) === repository.archived) return repository
  const change = { column: 'archived' as const, value: Number(archived) }
  return update(host, repository, change, archived ? 'archived' : 'unarchived')
}

export function setPrivate(host: Host, repository: Repository, isPrivate: boolean): Repository {
  if (Number(isPrivate) === repository.private) return repository
  const change = { column: 'private' as const, value: Number(isPrivate) }
  return update(host, repository, change, isPrivate ? 'privatized' : 'publicized')
}

export function deleteRepository(host: Host, repository: Repository): void {
  announceRepository(host, repository, 'deleted')
  run(host.db, 'DELETE FROM repositories WHERE id = ?', repository.id)
}

/** Commits file changes to a branch as `author` and announces the push. */
export async function pushFiles(
  host: Host,
  repository: Repository,
  push: { branch: string; message: string; author: Account; files: FileChanges },
): Promise<string> {
  const directory = gitDirectory(host.dataDir, repository.id)
  const before = await resolveCommit(directory, push.branch)
  const author = { name: push.author.name ?? push.author.login, email: push.author.email ?? 'nobody@example.test' }
  const { branch, message, files } = push
  const from = repository.default_branch
  await addCommits(directory, [{ branch, message, author, date: host.now(), files, from }])
  const after = await resolveCommit(directory, branch)
  if (!after) throw new Error(`No commit on ${branch}`)
  await announcePush(host, repository, { ref: `refs/heads/${branch}`, before, after, sender: push.author })
  return after
}

type ColumnChange = { column: 'name' | 'owner_id' | 'archived' | 'private' | 'topics'; value: string | number }

function update(host: Host, before: Repository, change: ColumnChange, action: string, details = {}): Repository {
  inTransaction(host.db, () => {
    const at = timestamp(host.now())
    run(
      host.db,
      `UPDATE repositories SET ${change.column} = ?, updated_at = ? WHERE id = ?`,
      change.value,
      at,
      before.id,
    )
    const moved = change.column === 'name' || change.column === 'owner_id'
    if (moved) rememberFormerName(host.db, fullName(before), before.id)
  })
  const after = reload(host, before.id)
  if (change.column === 'owner_id') announceCoverage(host, after, 'added')
  announceRepository(host, after, action, details)
  return after
}

function announceRepository(host: Host, repository: Repository, action: string, details: object = {}): void {
  announceInRepository(host, repository, {
    event: 'repository',
    action,
    sender: ownerOf(host.db, repository),
    details,
  })
}

/** Announces that the owner's installation, if it covers the repository, has just gained it or is about to lose it. */
function announceCoverage(host: Host, repository: Repository, change: 'added' | 'removed'): void {
  const installation = installationCovering(host.db, repository)
  if (!installation || installation.suspended_at) return
  const none = { sender: ownerOf(host.db, repository), added: [], removed: [] }
  announceSelection(host, installation, { ...none, [change]: [repository] })
}

function reload(host: Host, id: number): Repository {
  const repository = findRepositoryById(host.db, id)
  if (!repository) throw new Error(`No repository ${id}`)
  return repository
}

import type { Permissions } from '../options.ts'
import { type Account, accountOf } from './accounts.ts'
import { all, type Database, insert, one, run } from './database.ts'
import { explicitRole, listRepositoriesOf, type Repository } from './repositories.ts'

export type RepositorySelection = 'all' | 'selected'

export type Installation = {
  id: number
  account_id: number
  repository_selection: RepositorySelection
  permissions: string
  events: string
  created_at: string
  updated_at: string
  suspended_at: string | null
  suspended_by_id: number | null
}

export function findInstallation(db: Database, id: number): Installation | undefined {
  return one<Installation>(db, 'SELECT * FROM installations WHERE id = ?', id)
}

export function findInstallationOf(db: Database, accountId: number): Installation | undefined {
  return one<Installation>(db, 'SELECT * FROM installations WHERE account_id = ?', accountId)
}

export function listInstallations(db: Database): Installation[] {
  return all<Installation>(db, 'SELECT * FROM installations ORDER BY id')
}

export function accountOfInstallation(db: Database, installation: Installation): Account {
  return accountOf(db, installation.account_id)
}

export function permissionsOf(installation: Installation): Permissions {
  const permissions: Permissions = JSON.parse(installation.permissions)
  return permissions
}

export function listInstallationRepositories(db: Database, installation: Installation): Repository[] {
  const repositories = listRepositoriesOf(db, installation.account_id)
  if (installation.repository_selection === 'all') return repositories
  const selected = new Set(selectedIds(db, installation.id))
  return repositories.filter((repository) => selected.has(repository.id))
}

/** The installation that covers this repository, suspended or not. */
export function installationCovering(db: Database, repository: Repository): Installation | undefined {
  const installation = findInstallationOf(db, repository.owner_id)
  if (!installation) return undefined
  if (installation.repository_selection === 'all') return installation
  return selectedIds(db, installation.id).includes(repository.id) ? installation : undefined
}

/** Repositories of the installation on which this person has been given a permission. */
export function listUserRepositories(db: Database, installation: Installation, userId: number): Repository[] {
  return listInstallationRepositories(db, installation).filter((repository) => explicitRole(db, repository, userId))
}

export type InstallationChoice = {
  repository_selection: RepositorySelection
  repositoryIds: readonly number[]
}

export function insertInstallation(
  db: Database,
  installation: { accountId: number; permissions: Permissions; events: readonly string[]; at: string },
): number {
  return insert(
    db,
    `INSERT INTO installations (account_id, repository_selection, permissions, events, created_at, updated_at)
     VALUES (?, 'selected', ?, ?, ?, ?)`,
    installation.accountId,
    JSON.stringify(installation.permissions),
    JSON.stringify(installation.events),
    installation.at,
    installation.at,
  )
}

export function selectRepositories(db: Database, id: number, choice: InstallationChoice, at: string): void {
  run(
    db,
    'UPDATE installations SET repository_selection = ?, updated_at = ? WHERE id = ?',
    choice.repository_selection,
    at,
    id,
  )
  run(db, 'DELETE FROM installation_repositories WHERE installation_id = ?', id)
  if (choice.repository_selection === 'all') return
  for (const repositoryId of choice.repositoryIds) {
    run(db, 'INSERT OR IGNORE INTO installation_repositories VALUES (?, ?)', id, repositoryId)
  }
}

export function updatePermissions(
  db: Database,
  id: number,
  granted: { permissions: Permissions; events: readonly string[] },
  at: string,
): void {
  const values = [JSON.stringify(granted.permissions), JSON.stringify(granted.events), at, id]
  run(db, 'UPDATE installations SET permissions = ?, events = ?, updated_at = ? WHERE id = ?', ...values)
}

export function markSuspended(db: Database, id: number, byId: number, at: string): boolean {
  return (
    run(
      db,
      `UPDATE installations SET suspended_at = ?2, suspended_by_id = ?3, updated_at = ?2
       WHERE id = ?1 AND suspended_at IS NULL`,
      id,
      at,
      byId,
    ) > 0
  )
}

export function markUnsuspended(db: Database, id: number, at: string): boolean {
  return (
    run(
      db,
      `UPDATE installations SET suspended_at = NULL, suspended_by_id = NULL, updated_at = ?
       WHERE id = ? AND suspended_at IS NOT NULL`,
      at,
      id,
    ) > 0
  )
}

export function deleteInstallation(db: Database, id: number): boolean {
  return run(db, 'DELETE FROM installations WHERE id = ?', id) > 0
}

function selectedIds(db: Database, installationId: number): number[] {
  return all<{ repository_id: number }>(
    db,
    'SELECT repository_id FROM installation_repositories WHERE installation_id = ?',
    installationId,
  ).map((row) => row.repository_id)
}

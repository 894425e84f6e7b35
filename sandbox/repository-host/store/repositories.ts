import { type Account, accountOf, memberRole } from './accounts.ts'
import { all, type Database, insert, one, run } from './database.ts'

export const roles = ['pull', 'triage', 'push', 'maintain', 'admin'] as const
export type Role = (typeof roles)[number]

export type Repository = {
  id: number
  owner_id: number
  owner_login: string
  name: string
  description: string | null
  private: number
  archived: number
  default_branch: string
  topics: string
  created_at: string
  updated_at: string
  pushed_at: string
}

const select = `SELECT repositories.*, accounts.login AS owner_login
  FROM repositories JOIN accounts ON accounts.id = repositories.owner_id`

export function findRepository(db: Database, owner: string, name: string): Repository | undefined {
  return one<Repository>(db, `${select} WHERE accounts.login = ? AND repositories.name = ?`, owner, name)
}

export function findRepositoryById(db: Database, id: number): Repository | undefined {
  return one<Repository>(db, `${select} WHERE repositories.id = ?`, id)
}

export function findFormerRepository(db: Database, fullName: string): Repository | undefined {
  return one<Repository>(
    db,
    `${select} WHERE repositories.id = (SELECT repository_id FROM former_names WHERE full_name = ?)`,
    fullName,
  )
}

export function listRepositories(db: Database): Repository[] {
  return all<Repository>(db, `${select} ORDER BY repositories.id`)
}

export function listRepositoriesOf(db: Database, ownerId: number): Repository[] {
  return all<Repository>(db, `${select} WHERE owner_id = ? ORDER BY repositories.id`, ownerId)
}

export function fullName(repository: Pick<Repository, 'owner_login' | 'name'>): string {
  return `${repository.owner_login}/${repository.name}`
}

export function ownerOf(db: Database, repository: Repository): Account {
  return accountOf(db, repository.owner_id)
}

export type NewRepository = {
  owner_id: number
  name: string
  description: string | null
  private: boolean
  archived: boolean
  topics: readonly string[]
  at: string
}

export function insertRepository(db: Database, repository: NewRepository): number {
  return insert(
    db,
    `INSERT INTO repositories (owner_id, name, description, private, archived, default_branch, topics, created_at,
       updated_at, pushed_at) VALUES (?1, ?2, ?3, ?4, ?5, 'main', ?6, ?7, ?7, ?7)`,
    repository.owner_id,
    repository.name,
    repository.description,
    Number(repository.private),
    Number(repository.archived),
    JSON.stringify(repository.topics),
    repository.at,
  )
}

/** Permission that this person has been given on the repository; being public counts for nothing here. */
export function explicitRole(db: Database, repository: Repository, userId: number): Role | undefined {
  if (repository.owner_id === userId) return 'admin'
  if (memberRole(db, repository.owner_id, userId) === 'admin') return 'admin'
  return collaboratorRole(db, repository, userId)
}

/** Permission that this person has as a collaborator, whatever else they are. */
export function collaboratorRole(db: Database, repository: Repository, userId: number): Role | undefined {
  return one<{ role: Role }>(
    db,
    'SELECT role FROM collaborators WHERE repository_id = ? AND user_id = ?',
    repository.id,
    userId,
  )?.role
}

/** Permission that this person has in effect, public repositories included. */
export function effectiveRole(db: Database, repository: Repository, userId: number): Role | undefined {
  return explicitRole(db, repository, userId) ?? (repository.private ? undefined : 'pull')
}

export function hasRole(actual: Role | undefined, needed: Role): boolean {
  return actual !== undefined && roles.indexOf(actual) >= roles.indexOf(needed)
}

export function setCollaborator(db: Database, repositoryId: number, userId: number, role: Role): void {
  run(
    db,
    `INSERT INTO collaborators (repository_id, user_id, role) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET role = excluded.role`,
    repositoryId,
    userId,
    role,
  )
}

export function removeCollaborator(db: Database, repositoryId: number, userId: number): boolean {
  return run(db, 'DELETE FROM collaborators WHERE repository_id = ? AND user_id = ?', repositoryId, userId) > 0
}

export function rememberFormerName(db: Database, name: string, repositoryId: number): void {
  run(
    db,
    'INSERT INTO former_names (full_name, repository_id) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET repository_id = ?2',
    name,
    repositoryId,
  )
}

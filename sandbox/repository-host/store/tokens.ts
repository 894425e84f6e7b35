import { createHash, randomBytes } from 'node:crypto'
import type { Permissions } from '../options.ts'
import { type Database, one, run } from './database.ts'

const hourMs = 3_600_000
export const userTokenSeconds = 8 * 3600
export const refreshTokenSeconds = 184 * 24 * 3600

export type InstallationToken = {
  hash: string
  installation_id: number
  repository_ids: string | null
  permissions: string
  expires_at: number
}

export type UserToken = {
  id: number
  hash: string
  refresh_hash: string
  last_eight: string
  user_id: number
  created_at: number
  expires_at: number
  refresh_expires_at: number
}

/** A secret of the form `<prefix>_<36 letters and digits>`; only its hash is ever stored. */
function newSecret(prefix: 'ghs' | 'ghu' | 'ghr'): string {
  return `${prefix}_${randomBytes(48).toString('base64').replaceAll(/[+/=]/g, '').slice(0, 36)}`
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Creates an installation token that lives one hour. */
export function createInstallationToken(
  db: Database,
  grant: { installationId: number; repositoryIds: readonly number[] | null; permissions: Permissions; now: Date },
): { token: string; expiresAt: Date } {
  const token = newSecret('ghs')
  const expiresAt = new Date(grant.now.getTime() + hourMs)
  run(
    db,
    'INSERT INTO installation_tokens VALUES (?, ?, ?, ?, ?)',
    hashSecret(token),
    grant.installationId,
    grant.repositoryIds && JSON.stringify(grant.repositoryIds),
    JSON.stringify(grant.permissions),
    expiresAt.getTime(),
  )
  return { token, expiresAt }
}

export function findInstallationToken(db: Database, token: string, now: Date): InstallationToken | undefined {
  return one<InstallationToken>(
    db,
    'SELECT * FROM installation_tokens WHERE hash = ? AND expires_at > ?',
    hashSecret(token),
    now.getTime(),
  )
}

export function deleteInstallationToken(db: Database, hash: string): void {
  run(db, 'DELETE FROM installation_tokens WHERE hash = ?', hash)
}

/** Creates an expiring user token with its refresh token. */
export function createUserToken(db: Database, userId: number, now: Date): { token: string; refreshToken: string } {
  const token = newSecret('ghu')
  const refreshToken = newSecret('ghr')
  run(
    db,
    `INSERT INTO user_tokens (hash, refresh_hash, last_eight, user_id, created_at, expires_at, refresh_expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    hashSecret(token),
    hashSecret(refreshToken),
    token.slice(-8),
    userId,
    now.getTime(),
    now.getTime() + userTokenSeconds * 1000,
    now.getTime() + refreshTokenSeconds * 1000,
  )
  run(db, 'INSERT OR IGNORE INTO authorizations VALUES (?)', userId)
  return { token, refreshToken }
}

export function findUserToken(db: Database, token: string, now: Date): UserToken | undefined {
  return one<UserToken>(
    db,
    'SELECT * FROM user_tokens WHERE hash = ? AND expires_at > ?',
    hashSecret(token),
    now.getTime(),
  )
}

/** Takes a live refresh token out of use, and the user token it came with; a second call finds nothing. */
export function spendRefreshToken(db: Database, refreshToken: string, now: Date): UserToken | undefined {
  return one<UserToken>(
    db,
    'DELETE FROM user_tokens WHERE refresh_hash = ? AND refresh_expires_at > ? RETURNING *',
    hashSecret(refreshToken),
    now.getTime(),
  )
}

export function deleteUserToken(db: Database, id: number): void {
  run(db, 'DELETE FROM user_tokens WHERE id = ?', id)
}

export function hasAuthorized(db: Database, userId: number): boolean {
  return one(db, 'SELECT 1 FROM authorizations WHERE user_id = ?', userId) !== undefined
}

/** Ends this person's authorisation of the App: every token and open code dies. */
export function deleteAuthorization(db: Database, userId: number): boolean {
  run(db, 'DELETE FROM user_tokens WHERE user_id = ?', userId)
  run(db, 'DELETE FROM codes WHERE user_id = ?', userId)
  return run(db, 'DELETE FROM authorizations WHERE user_id = ?', userId) > 0
}

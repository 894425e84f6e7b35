import { randomBytes, randomUUID } from 'node:crypto'
import { type Database, one, run } from './database.ts'

export type DeviceToken = { token: string; encryption_key: string; device_id: string; expires_at: number }
export type Session = {
  user_token: string
  encryption_key: string
  refresh_token: string | null
  user_id: string
  device_id: string
  expires_at: number
}

export const userTokenPattern = /^[\w-]+\.[\w-]+\.[\w-]{43}$/

export function insertDeviceToken(db: Database, deviceId: string, expiresAt: number): DeviceToken {
  const row = { token: secret('dt'), encryption_key: key(), device_id: deviceId, expires_at: expiresAt }
  run(db, 'INSERT INTO device_token VALUES (?, ?, ?, ?)', row.token, row.encryption_key, row.device_id, row.expires_at)
  return row
}

export function findDeviceToken(db: Database, token: string): DeviceToken | undefined {
  return one<DeviceToken>(db, 'SELECT * FROM device_token WHERE token = ?', token)
}

export function insertSession(db: Database, userId: string, deviceId: string, issuedAt: Date, expiresAt: number) {
  const row = {
    user_token: userToken(userId, issuedAt, expiresAt),
    encryption_key: key(),
    refresh_token: secret('rt'),
    user_id: userId,
    device_id: deviceId,
    expires_at: expiresAt,
  }
  run(db, 'INSERT INTO session VALUES (?, ?, ?, ?, ?, ?)', ...Object.values(row))
  return row
}

export function findSession(db: Database, userToken: string): Session | undefined {
  return one<Session>(db, 'SELECT * FROM session WHERE user_token = ?', userToken)
}

/** Uses a refresh token up; false when it is not this session's or was used before. */
export function spendRefreshToken(db: Database, session: Session, refreshToken: string): boolean {
  const sql = 'UPDATE session SET refresh_token = NULL WHERE user_token = ? AND refresh_token = ?'
  return run(db, sql, session.user_token, refreshToken) === 1
}

/** Ends the sessions that are alive, of one user or of all; returns how many. */
export function expireSessions(db: Database, now: Date, userId?: string): number {
  const sql = 'UPDATE session SET expires_at = ?1 WHERE expires_at > ?1 AND user_id = coalesce(?2, user_id)'
  return run(db, sql, now.getTime(), userId ?? null)
}

/** Ends the device tokens that are alive, of all devices or of those a user signed in on; returns how many. */
export function expireDeviceTokens(db: Database, now: Date, userId?: string): number {
  const sql = `UPDATE device_token SET expires_at = ?1 WHERE expires_at > ?1
    AND (?2 IS NULL OR device_id IN (SELECT device_id FROM session WHERE user_id = ?2))`
  return run(db, sql, now.getTime(), userId ?? null)
}

/** Shaped like the provider's own: a JSON Web Token that carries its issue time. It is looked up, never verified. */
function userToken(userId: string, issuedAt: Date, expiresAt: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { exp: expiresAt / 1_000, iat: issuedAt.getTime() / 1_000, jti: randomUUID(), sub: userId }
  return `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}.${randomBytes(32).toString('base64url')}`
}

function secret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`
}

function key(): string {
  return randomBytes(32).toString('base64')
}

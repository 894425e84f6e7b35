import { randomBytes } from 'node:crypto'
import { type Database, one, run } from './database.ts'
import { hashSecret } from './tokens.ts'

const codeMs = 600_000
const sessionMs = 14 * 24 * 3_600_000

export type Code = { user_id: number; redirect_uri: string; code_challenge: string | null }

/** Creates a one-use authorisation code that lives ten minutes. */
export function createCode(
  db: Database,
  grant: { userId: number; redirectUri: string; codeChallenge: string | null; now: Date },
): string {
  const code = randomBytes(10).toString('hex')
  run(
    db,
    'INSERT INTO codes VALUES (?, ?, ?, ?, ?)',
    hashSecret(code),
    grant.userId,
    grant.redirectUri,
    grant.codeChallenge,
    grant.now.getTime() + codeMs,
  )
  return code
}

/** Takes a live code out of use; a second call finds nothing. */
export function spendCode(db: Database, code: string, now: Date): Code | undefined {
  return one<Code>(
    db,
    'DELETE FROM codes WHERE hash = ? AND expires_at > ? RETURNING *',
    hashSecret(code),
    now.getTime(),
  )
}

/** Signs a browser in; the answer is the cookie's value. */
export function createSession(db: Database, userId: number, now: Date): string {
  const secret = randomBytes(24).toString('base64url')
  run(db, 'INSERT INTO sessions VALUES (?, ?, ?)', hashSecret(secret), userId, now.getTime() + sessionMs)
  return secret
}

export function findSessionUserId(db: Database, secret: string, now: Date): number | undefined {
  return one<{ user_id: number }>(
    db,
    'SELECT user_id FROM sessions WHERE hash = ? AND expires_at > ?',
    hashSecret(secret),
    now.getTime(),
  )?.user_id
}

export function deleteSession(db: Database, secret: string): void {
  run(db, 'DELETE FROM sessions WHERE hash = ?', hashSecret(secret))
}

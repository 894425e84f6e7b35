import { randomUUID } from 'node:crypto'
import { all, type Database, one, run } from './database.ts'

export type ChallengeType =
  | 'INITIALIZE'
  | 'CREATE_WALLET'
  | 'CONTRACT_EXECUTION'
  | 'CREATE_TRANSACTION'
  | 'ACCELERATE_TRANSACTION'
  | 'CANCEL_TRANSACTION'
export type ChallengeStatus = 'PENDING' | 'IN_PROGRESS' | 'COMPLETE' | 'FAILED' | 'EXPIRED'

export type Challenge = {
  sequence: number
  id: string
  user_id: string
  type: ChallengeType
  status: ChallengeStatus
  payload_json: string
  correlation_id: string | null
  settles_at: number | null
  error_code: number | null
  error_message: string | null
  expires_at: number
  created_at: number
}

export type NewChallenge = { userId: string; type: ChallengeType; payload: object; expiresAt: number; now: Date }

export function insertChallenge(db: Database, challenge: NewChallenge): string {
  const id = randomUUID()
  run(
    db,
    `INSERT INTO challenge (id, user_id, type, status, payload_json, expires_at, created_at)
       VALUES (?, ?, ?, 'PENDING', ?, ?, ?)`,
    id,
    challenge.userId,
    challenge.type,
    JSON.stringify(challenge.payload),
    challenge.expiresAt,
    challenge.now.getTime(),
  )
  return id
}

/** A challenge of another user is as unknown as one that does not exist. */
export function findChallenge(db: Database, userId: string, id: string): Challenge | undefined {
  return one<Challenge>(db, 'SELECT * FROM challenge WHERE id = ? AND user_id = ?', id, userId)
}

export type ChallengeChange = {
  status: ChallengeStatus
  correlationId?: string
  settlesAt?: number
  error?: { code: number; message: string }
}

/** False when the challenge was no longer in the state `from`. */
export function markChallenge(db: Database, id: string, from: ChallengeStatus, change: ChallengeChange): boolean {
  const sql = `UPDATE challenge SET status = ?, correlation_id = coalesce(?, correlation_id),
    settles_at = coalesce(?, settles_at), error_code = ?, error_message = ? WHERE id = ? AND status = ?`
  const { status, correlationId = null, settlesAt = null, error } = change
  const failure = [error?.code ?? null, error?.message ?? null]
  return run(db, sql, status, correlationId, settlesAt, ...failure, id, from) === 1
}

/** Ends the time of unanswered challenges, of one user or of all; returns how many. */
export function expirePending(db: Database, now: Date, userId?: string): number {
  const sql = `UPDATE challenge SET expires_at = ?1 WHERE status = 'PENDING' AND expires_at > ?1
    AND user_id = coalesce(?2, user_id)`
  return run(db, sql, now.getTime(), userId ?? null)
}

/** Approved challenges whose time to be complete has come, and unapproved ones whose time is over. */
export function listDueChallenges(db: Database, now: Date): Challenge[] {
  const sql = `SELECT * FROM challenge WHERE (status = 'IN_PROGRESS' AND settles_at <= ?)
    OR (status = 'PENDING' AND expires_at <= ?) ORDER BY sequence`
  return all<Challenge>(db, sql, now.getTime(), now.getTime())
}

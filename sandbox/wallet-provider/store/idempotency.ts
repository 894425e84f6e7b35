import { type Database, one, run } from './database.ts'

export type StoredReply = { fingerprint: string; reply_json: string }

export function findReply(db: Database, key: string): StoredReply | undefined {
  return one<StoredReply>(db, 'SELECT fingerprint, reply_json FROM idempotency WHERE key = ?', key)
}

export function insertReply(db: Database, key: string, fingerprint: string, reply: object, now: Date): void {
  const sql = 'INSERT INTO idempotency (key, fingerprint, reply_json, created_at) VALUES (?, ?, ?, ?)'
  run(db, sql, key, fingerprint, JSON.stringify(reply), now.getTime())
}

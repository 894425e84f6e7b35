import { type Database, run } from './database.ts'

/** False when this ciphertext was used before. */
export function spendCiphertext(db: Database, digest: string, now: Date): boolean {
  const sql = 'INSERT INTO spent_ciphertext (digest, spent_at) VALUES (?, ?) ON CONFLICT DO NOTHING'
  return run(db, sql, digest, now.getTime()) === 1
}

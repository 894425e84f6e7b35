import { randomUUID } from 'node:crypto'
import { type Database, one, run } from './database.ts'

export type WalletSet = { sequence: number; id: string; name: string | null; created_at: number; updated_at: number }

export function insertWalletSet(db: Database, name: string | null, now: Date): WalletSet {
  const id = randomUUID()
  const at = now.getTime()
  run(db, 'INSERT INTO wallet_set (id, name, created_at, updated_at) VALUES (?, ?, ?, ?)', id, name, at, at)
  const set = findWalletSet(db, id)
  if (!set) throw new Error(`wallet set ${id} was not stored`)
  return set
}

export function findWalletSet(db: Database, id: string): WalletSet | undefined {
  return one<WalletSet>(db, 'SELECT * FROM wallet_set WHERE id = ?', id)
}

import { randomUUID } from 'node:crypto'
import { type Database, one, run } from './database.ts'

export type User = { id: string; persona: string; initialized: number; created_at: number }

/** Holder of the developer-controlled wallets: a user like any other to the store, whom nobody can sign in as. */
export const developerId = 'dddddddd-dddd-4ddd-8ddd-dddddddddddd'

export function ensureDeveloper(db: Database, now: Date): void {
  const sql = 'INSERT INTO user (id, persona, initialized, created_at) VALUES (?, ?, 1, ?) ON CONFLICT DO NOTHING'
  run(db, sql, developerId, '(developer)', now.getTime())
}

/** The user of this social account, created at the first sign-in. */
export function findOrCreateUser(db: Database, persona: string, now: Date): User {
  run(
    db,
    'INSERT INTO user (id, persona, created_at) VALUES (?, ?, ?) ON CONFLICT (persona) DO NOTHING',
    randomUUID(),
    persona,
    now.getTime(),
  )
  const user = one<User>(db, 'SELECT * FROM user WHERE persona = ?', persona)
  if (!user) throw new Error(`user ${persona} was not stored`)
  return user
}

export function findUser(db: Database, id: string): User | undefined {
  return one<User>(db, 'SELECT * FROM user WHERE id = ?', id)
}

/** False when the user was initialised before. */
export function markInitialized(db: Database, id: string): boolean {
  return run(db, 'UPDATE user SET initialized = 1 WHERE id = ? AND initialized = 0', id) === 1
}

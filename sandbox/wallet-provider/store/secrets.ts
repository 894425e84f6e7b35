import { type Database, one, run } from './database.ts'

/** The secret of this name, made on first use and the same ever after. */
export function findOrMakeSecret(db: Database, name: string, make: () => string): string {
  const found = one<{ value: string }>(db, 'SELECT value FROM secret WHERE name = ?', name)
  if (found) return found.value
  const value = make()
  run(db, 'INSERT INTO secret (name, value) VALUES (?, ?)', name, value)
  return value
}

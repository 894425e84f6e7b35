import { type Database, one, run } from './database.ts'

/** The secret of this name, made on first use and the same ever after. */
export function findOrMakeSecret(db: Database, name: string, make: () => string): string {
  const found = findSecret(db, name)
  if (found !== undefined) return found
  const value = make()
  insertSecret(db, name, value)
  return value
}

export function findSecret(db: Database, name: string): string | undefined {
  return one<{ value: string }>(db, 'SELECT value FROM secret WHERE name = ?', name)?.value
}

/** False when there is one of this name already, which stays. */
export function insertSecret(db: Database, name: string, value: string): boolean {
  return run(db, 'INSERT INTO secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING', name, value) === 1
}

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The database named by the environment, or that of the local stack. */
export function findDatabase(source: NodeJS.ProcessEnv): string {
  if (source.DATABASE_URL) return source.DATABASE_URL
  const root = resolve(import.meta.dirname, '../..')
  const file = join(resolve(source.JOBWRIGHT_DATA ?? join(root, '.data')), 'stack.json')
  const known: NodeJS.ProcessEnv = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  if (!known.DATABASE_URL) throw new Error('set DATABASE_URL, or start the local stack')
  return known.DATABASE_URL
}

import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The environment, completed by what the local stack runs with when there is one and no other database is named. */
export function findEnvironment(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (source.DATABASE_URL) return source
  const root = resolve(import.meta.dirname, '../..')
  const file = join(resolve(source.JOBWRIGHT_DATA ?? join(root, '.data')), 'stack.json')
  const stack: NodeJS.ProcessEnv = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  if (!stack.DATABASE_URL) throw new Error('set DATABASE_URL, or start the local stack')
  return { ...source, ...stack }
}

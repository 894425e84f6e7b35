import { join, resolve } from 'node:path'
import { hasStackFile, stackEnvironment } from '../start/stack-file.ts'

/** The environment, completed by what the local stack runs with when there is one and no other database is named. */
export function findEnvironment(source: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (source.DATABASE_URL) return source
  const root = resolve(import.meta.dirname, '../..')
  const dataDir = resolve(source.JOBWRIGHT_DATA ?? join(root, '.data'))
  if (!hasStackFile(dataDir))
    throw new Error(
      'Give this command the settings and secrets of the worker (docs/going-live.md, step 9), or start the local stack.',
    )
  return stackEnvironment(dataDir, source)
}

import { resolve } from 'node:path'

/** What each program of the service is started with. */
export const nodeFlags: readonly string[] = [
  '--disable-warning=ExperimentalWarning',
  `--import=${resolve(import.meta.dirname, '../../lib/resolve-once.ts')}`,
]

import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Lock, missingEntries } from './missing-entries.ts'

/**
 * npm drops optional packages of other platforms from the lockfile when it does not find them, and then refuses to install
 * from what it wrote. Adds what is missing; with --check it only says so.
 */
const file = resolve(import.meta.dirname, '../../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8')) as Lock
const missing = missingEntries(lock)
const names = Object.keys(missing)

if (names.length === 0) {
  console.log('the lockfile names every platform')
} else if (process.argv.includes('--check')) {
  console.error(`the lockfile lacks ${names.join(', ')}; run: node tools/lockfile/main.ts`)
  process.exitCode = 1
} else {
  const sorted = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  console.log(`added ${names.join(', ')}`)
}

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs one of the commands, in plain JavaScript for whichever Node.js is at hand before the packages are installed.
const root = resolve(import.meta.dirname ?? 'tools', '..')
if (!existsSync(resolve(root, 'node_modules/.package-lock.json'))) {
  console.error('The packages are not installed. Run `npm ci` first, then this command again.')
  process.exit(1)
}
const [, , file] = process.argv
await import('#lib/resolve-once.ts')
process.argv.splice(1, 2, resolve(root, file))
await import(pathToFileURL(process.argv[1]).href)

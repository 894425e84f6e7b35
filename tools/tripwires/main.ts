import { execFileSync } from 'node:child_process'
import { defaultProtection } from '#lib/domain/default-protection.ts'
import { protectorOf } from '#lib/domain/path-pattern.ts'
import { trippedBy } from '#lib/domain/tripwires.ts'

/** Counts how many commits that fix something trip a wire: `npm run tripwires -- <folder of a git clone>…`. */
const most = 80
/** A worker cannot change these, so they are left out here as well. */
const isProtected = protectorOf(defaultProtection({ paths: [], isComplete: false }, []))
const code = /\.([cm]?[jt]sx?|py|go|rs|sh)$/

const folders = process.argv.slice(2)
if (folders.length === 0) throw new Error('Name at least one folder of a git clone.')
let [fixes, marked] = [0, 0]
for (const folder of folders) {
  const found = listFixes(folder).map((commit) => {
    const lines = commit.paths.flatMap((path) => trippedIn(folder, commit.hash, path))
    for (const line of lines) console.log(`  ${commit.hash.slice(0, 10)} ${line}`)
    return lines.length > 0
  })
  console.log(`${folder}: ${found.filter(Boolean).length} of ${found.length}`)
  fixes += found.length
  marked += found.filter(Boolean).length
}
console.log(`${marked} of ${fixes} fixes are marked`)

type Fix = { hash: string; paths: string[] }

/** The newest commits whose subject says “fix” or “bug” and that change code a worker may change. */
function listFixes(folder: string): Fix[] {
  const fixes: Fix[] = []
  for (const line of git(folder, 'log', '--no-merges', '--format=%H %s').trim().split('\n')) {
    if (fixes.length === most) break
    const [hash = '', ...words] = line.split(' ')
    if (!/\b(fix(e[sd])?|bug)\b/i.test(words.join(' '))) continue
    const list = git(folder, 'diff-tree', '-r', '--no-commit-id', '--diff-filter=AM', '--name-only', '-z', hash)
    const paths = list.split('\0').filter((path) => code.test(path) && !isProtected(path))
    if (paths.length > 0 && paths.length <= 30) fixes.push({ hash, paths })
  }
  return fixes
}

function trippedIn(folder: string, hash: string, path: string): string[] {
  const isNew = git(folder, 'ls-tree', `${hash}^`, '--', path) === ''
  const before = isNew ? undefined : git(folder, 'show', `${hash}^:${path}`)
  return trippedBy(path, before, git(folder, 'show', `${hash}:${path}`)).map(
    ({ code, line, text }) => `${path}:${line} ${code} ${text.slice(0, 100)}`,
  )
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

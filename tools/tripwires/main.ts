import { execFileSync } from 'node:child_process'
import { defaultProtection } from '#lib/domain/default-protection.ts'
import { protectorOf } from '#lib/domain/path-pattern.ts'
import { testPatterns } from '#lib/domain/test-conventions.ts'
import { testDataReason } from '#lib/domain/test-data.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import { borrowedVariables, changedFolders, changedHelpers } from '#lib/domain/test-helpers.ts'
import { trippedBy } from '#lib/domain/tripwires.ts'

/** Counts how many commits that fix something trip a wire. */
const usage = 'npm run tripwires -- <folder of a git clone>…'
const most = 80
/** A worker cannot change these, so they are left out here as well. */
const isProtected = protectorOf(defaultProtection({ paths: [], isComplete: false }, []))
const code = /\.([cm]?[jt]sx?|py|go|rs|sh)$/

/** By object: most tests are the same in most commits. */
const texts = new Map<string, string>()

const folders = process.argv.slice(2)
if (folders.length === 0 || folders.some((folder) => folder.startsWith('-'))) {
  console.log(usage)
  process.exit(folders.includes('--help') ? 0 : 2)
}
let [fixes, marked] = [0, 0]
for (const folder of folders) {
  const found: boolean[] = []
  for (const commit of listFixes(folder)) {
    const lines = commit.paths.flatMap((path) => trippedIn(folder, commit.hash, path))
    lines.push(...(await changedSupport(folder, commit)))
    for (const line of lines) console.log(`  ${commit.hash.slice(0, 10)} ${line}`)
    found.push(lines.length > 0)
  }
  console.log(`${folder}: ${found.filter(Boolean).length} of ${found.length}`)
  fixes += found.length
  marked += found.filter(Boolean).length
}
console.log(`${marked} of ${fixes} fixes are marked`)

type Fix = { hash: string; paths: string[]; data: string[] }

/** The newest commits whose subject says “fix” or “bug” and that change code a worker may change. */
function listFixes(folder: string): Fix[] {
  const fixes: Fix[] = []
  for (const line of git(folder, 'log', '--no-merges', '--format=%H %s').trim().split('\n')) {
    if (fixes.length === most) break
    const [hash = '', ...words] = line.split(' ')
    if (!/\b(fix(e[sd])?|bug)\b/i.test(words.join(' '))) continue
    const list = git(folder, 'diff-tree', '-r', '--no-commit-id', '--diff-filter=AM', '--name-only', '-z', hash)
    const changed = list.split('\0').filter((path) => path !== '' && !isProtected(path))
    const paths = changed.filter((path) => code.test(path))
    if (paths.length > 0 && paths.length <= 30)
      fixes.push({ hash, paths, data: changed.filter((path) => !code.test(path)).slice(0, 20) })
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

/** Test data and helpers of tests that the parent has too, by the tests of the parent. */
async function changedSupport(folder: string, { hash, paths: sources, data }: Fix): Promise<string[]> {
  const objects = new Map(
    git(folder, 'ls-tree', '-r', '-z', `${hash}^`)
      .split('\0')
      .filter((line) => line.startsWith('100'))
      .map((line): [string, string] => [line.slice(line.indexOf('\t') + 1), line.split(/[ \t]/)[2] ?? '']),
  )
  const paths = [...objects.keys()]
  const changed = [...sources, ...data].filter((path) => objects.has(path))
  if (changed.length === 0) return []
  const show = (path: string) => textOf(folder, objects.get(path) ?? '')
  const isTest = protectorOf(testPatterns)
  const files = paths.filter((path) => code.test(path) && isTest(path)).slice(0, 100)
  const tests = files.map((path): TestFile => ({ path, text: show(path), runner: 'unknown', isModule: false }))
  const lines: string[] = []
  for (const path of changed) {
    const reason = await testDataReason({ path, tests, paths, read: async (one) => show(one) })
    if (reason) lines.push(`${path} changes_test_data ${reason}`)
    const source = { path, before: show(path), after: git(folder, 'show', `${hash}:${path}`) }
    for (const one of [changedHelpers, borrowedVariables, changedFolders].flatMap((find) => find(source, tests)))
      lines.push(`${path}:${one.line} ${one.code} ${one.text}`)
  }
  return lines
}

function textOf(folder: string, object: string): string {
  const known = texts.get(object) ?? git(folder, 'cat-file', 'blob', object)
  texts.set(object, known)
  return known
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', ['-C', folder, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

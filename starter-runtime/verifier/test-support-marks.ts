import { collectTests } from '#lib/domain/collected-tests.ts'
import { importedFiles } from '#lib/domain/imported-files.ts'
import { protectorOf } from '#lib/domain/path-pattern.ts'
import { testPatterns } from '#lib/domain/test-conventions.ts'
import { testDataReason } from '#lib/domain/test-data.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import { borrowedVariables, changedFolders, changedHelpers } from '#lib/domain/test-helpers.ts'
import { tripwireTexts } from '#lib/domain/tripwires.ts'
import type { Command } from '../documents.ts'
import { readAhead, readText, type TreeFile } from '../git/read-tree.ts'
import { readManifest } from './manifest.ts'
import type { Mark } from './mark.ts'

const maxChanged = 20
const maxTests = 100
const maxMarks = 5
const isTest = protectorOf(testPatterns)
const data = /\.(json\w*|ya?ml|toml|txt|csv|tsv|xml|html?|svg|snap|md)$/i

type Tree = ReadonlyMap<string, TreeFile>

/**
 * One mark for each file of test data that the result changed, deleted or put another one in the place of, each helper of
 * the tests that it changed, and each script that reads what a test expects. Files that are protected or laid over the trees by the client are the same in
 * both trees here, so only what the client left open can be marked.
 */
export async function testSupportMarks(
  gitDir: string,
  { base, result }: { base: Tree; result: Tree },
  commands: readonly Command[],
): Promise<Mark[]> {
  const isClients = (path: string) => base.get(path)?.object === result.get(path)?.object
  const paths = [...base.keys()]
  const changed = paths.filter((path) => !isClients(path)).slice(0, maxChanged)
  const hidden = hiddenIn(base, result).slice(0, maxChanged)
  if (changed.length + hidden.length === 0) return []
  const read = (path: string) => readText(gitDir, base.get(path))
  const tests = await testsOf(gitDir, base, commands, isClients)
  const marks: Mark[] = []
  for (const { path, by } of hidden) {
    const loader = tests.find((test) => importedFiles(test.path, test.text, [...paths, by]).includes(by))
    const reason = loader
      ? `is loaded by ${loader.path}`
      : data.test(path) && (await testDataReason({ path, tests, paths, read }))
    const code = data.test(path) ? 'changes_test_data' : 'replaces_runner'
    if (reason) marks.push({ code, text: `${path} ${reason}, and ${by} may be found in its place.` })
  }
  for (const path of changed) {
    const reason = await testDataReason({ path, tests, paths, read })
    if (reason) marks.push({ code: 'changes_test_data', text: `${path} ${reason}, and the result changes it.` })
    const before = await read(path)
    if (before === undefined) continue
    const source = { path, before, after: await readText(gitDir, result.get(path)) }
    const tripped = [changedHelpers, borrowedVariables, changedFolders].flatMap((find) => find(source, tests))
    for (const { code, line, text } of tripped)
      marks.push({ code, text: `${path}, line ${line}, ${tripwireTexts[code]}: ${text.slice(0, 200)}` })
    if (marks.length >= maxMarks) break
  }
  return marks.slice(0, maxMarks)
}

/** Files that both trees have, each with an added one that a loader of modules may find before it. */
function hiddenIn(base: Tree, result: Tree): { path: string; by: string }[] {
  const added = [...result.keys()].filter((path) => !base.has(path))
  const byModule = new Map(added.map((path) => [moduleOf(path), path]))
  return [...base.keys()].flatMap((path) => {
    const by = result.has(path) ? byModule.get(moduleOf(path)) : undefined
    return by === undefined ? [] : [{ path, by }]
  })
}

/** `lib/checks` for `lib/checks.js`, `lib/checks/index.js` and `lib/checks/__init__.py`. */
function moduleOf(path: string): string {
  return path.replace(/\.[^./]+$/, '').replace(/\/(index|__init__)$/, '')
}

/** The client's test files: those that the commands run, and those whose names say so. */
async function testsOf(
  gitDir: string,
  base: Tree,
  commands: readonly Command[],
  isClients: (path: string) => boolean,
): Promise<TestFile[]> {
  const { scripts, isModule } = await readManifest(gitDir, base)
  const paths = [...base.keys()]
  const collected = commands.flatMap(({ argv }) => collectTests(argv, { paths, scripts }) ?? [])
  const named = collected.flatMap(({ runner, files }) => files.map((path) => ({ path, runner })))
  const others = paths
    .filter((path) => isTest(path) && !data.test(path))
    .map((path) => ({ path, runner: 'unknown' as const }))
  await readAhead(
    gitDir,
    [...named, ...others].slice(0, maxTests).map(({ path }) => base.get(path)),
  )
  const tests = new Map<string, TestFile>()
  for (const { path, runner } of [...named, ...others]) {
    if (tests.has(path) || !isClients(path) || tests.size === maxTests) continue
    const text = await readText(gitDir, base.get(path))
    if (text !== undefined) tests.set(path, { path, text, runner, isModule })
  }
  return [...tests.values()]
}

import { randomBytes } from 'node:crypto'
import { alterExpectations, type Expectation, expectationsOf, traceExpectations } from '#lib/domain/expectations.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import { nameSeparator, type ReportedTest } from '#lib/domain/test-report.ts'
import type { ControlFinding, NotRun } from './controls.ts'
import type { Run } from './judge.ts'
import { runExpectedFiles } from './run-expected-files.ts'
import { type Altered, runWith, shuffled, type Trial } from './trial.ts'

const maxNamed = 10
const maxTried = 2

/** With a report: one value of each of up to ten tests; each of these tests must fail in a run with all of them. */
export function expectationsByName(trial: Trial, files: readonly TestFile[]): Altered[] {
  return trial.reported ? namedOnes(shuffled(allOf(files), trial.random), trial.reported) : []
}

function allOf(files: readonly TestFile[]): Omit<Altered, 'test'>[] {
  return files.flatMap((file) => expectationsOf(file).map((expectation) => ({ file, expectation })))
}

/**
 * Finds out whether the client's tests notice other values in their assertions. Those by name were in a run that is over.
 * Where there are none, the command runs on the result with one value altered, and must fail. What is
 * not noticed counts against the result only with proof, since a test may swallow its failures or skip an assertion. Where
 * no assertion compares with a value, files that the tests name are altered.
 */
export async function runExpectations(
  trial: Trial,
  files: readonly TestFile[],
  named: { altered: readonly Altered[]; run: Run | undefined },
): Promise<ControlFinding[]> {
  const all = allOf(files)
  if (all.length === 0) return runExpectedFiles(trial, files)
  const isByName = named.altered.length > 0 && named.run?.tests !== undefined
  const alone = shuffled(all, trial.random).slice(0, maxTried)
  const groups = isByName ? [named.altered] : alone.map((one) => [{ ...one, test: undefined }])
  const found: ControlFinding[] = []
  for (const group of groups) {
    const run = isByName ? named.run : await runAltered(trial, group)
    if (!run || run.stoppedBy) return [...found, ...group.map((one) => finding(one, run ? 'stopped' : 'no_time', run))]
    const unnoticed = group.filter((one) => !isNoticed(one, run))
    const noticed = group.filter((one) => !unnoticed.includes(one))
    found.push(...noticed.map((one) => finding(one, 'failed_as_it_should', run)))
    for (const [at, one] of unnoticed.entries())
      found.push(finding(one, at < maxTried ? await prove(trial, one) : 'ineffective', run))
    if (noticed.length > 0 || found.some(({ outcome }) => outcome === 'passed')) break
  }
  return found
}

/** One value of each test whose name stands once in the files and once in the report, as passed. */
function namedOnes(order: readonly Omit<Altered, 'test'>[], reported: readonly ReportedTest[]): Altered[] {
  const passed = reported.filter(({ status }) => status === 'passed').map(({ name }) => name)
  const chosen = new Map<string, Altered>()
  for (const { file, expectation } of order) {
    const own = expectation.test
    const [name, ...more] = own ? passed.filter((one) => one === own || one.endsWith(nameSeparator + own)) : []
    if (name && more.length === 0 && !chosen.has(name)) chosen.set(name, { file, expectation, test: name })
  }
  return [...chosen.values()].slice(0, maxNamed)
}

function runAltered(trial: Trial, group: readonly Altered[]): Promise<Run | undefined> {
  const texts = [...Map.groupBy(group, ({ file }) => file)].map(([file, ones]) => ({
    path: file.path,
    text: alterExpectations(
      file,
      ones.map(({ expectation }) => expectation),
    ),
  }))
  return runWith(trial, 'result', texts)
}

function isNoticed({ test }: Altered, run: Run): boolean {
  if (test === undefined || !run.tests) return run.exitCode !== 0
  return !run.tests.some(({ name, status }) => name === test && status === 'passed')
}

/**
 * Whether a value that was altered unnoticed is proof against the result. It is in three cases, each seen twice:
 * - an assertion is content with the wrong value
 * - the test fails once the assertion is written in another way, so the result depends on the test's text
 * - the result passes without reaching an assertion of the file, where the base reaches one
 */
async function prove(trial: Trial, one: Altered): Promise<'passed' | NotRun> {
  const first = await trace(trial, one, 'result')
  if (!first || first.run.stoppedBy) return first ? 'stopped' : 'no_time'
  if (first.isHeld) return (await trace(trial, one, 'result'))?.isHeld ? 'passed' : 'differs'
  return isNoticed(one, first.run) ? dependsOnText(trial, one, first.isReached) : avoids(trial, one, first)
}

async function dependsOnText(trial: Trial, one: Altered, isReached: boolean): Promise<'passed' | NotRun> {
  const again = await runAltered(trial, [one])
  if (!again || isNoticed(one, again)) return again ? 'differs' : 'no_time'
  return isReached || (await trace(trial, one, 'base'))?.isReached ? 'passed' : 'ineffective'
}

async function avoids(trial: Trial, one: Altered, first: Traced): Promise<'passed' | NotRun> {
  if (first.reached.length > 0 || !showsOutput.has(one.file.runner)) return 'ineffective'
  const base = await trace(trial, one, 'base')
  if (!base?.reached.some(({ isPlain }) => isPlain)) return 'ineffective'
  const again = await trace(trial, one, 'result')
  return again?.run.exitCode === 0 && again.reached.length === 0 ? 'passed' : 'differs'
}

/** Runners that pass on what a test that passes prints. */
const showsOutput = new Set<TestFile['runner']>(['node', 'node-test', 'python', 'unittest', 'shell'])

/** `isReached` and `isHeld` are of the altered assertion; `reached` is of all in its file. */
type Traced = { run: Run; isReached: boolean; isHeld: boolean; reached: Expectation[] }

/** A run in which every assertion of the file tells what becomes of it; the value of one is altered. */
async function trace(
  trial: Trial,
  { file, expectation }: Altered,
  side: 'base' | 'result',
): Promise<Traced | undefined> {
  const traces = expectationsOf(file).map((one) => ({
    expectation: one,
    reached: randomBytes(12).toString('hex'),
    held: randomBytes(12).toString('hex'),
    isAltered: one.value.start === expectation.value.start,
  }))
  const markers = traces.flatMap(({ reached, held }) => [reached, held])
  const run = await runWith(trial, side, [{ path: file.path, text: traceExpectations(file, traces) }], markers)
  if (!run) return undefined
  const seen = new Set(run.seen)
  const own = traces.find(({ isAltered }) => isAltered)
  return {
    run,
    isReached: seen.has(own?.reached ?? ''),
    isHeld: seen.has(own?.held ?? ''),
    reached: traces.filter(({ reached }) => seen.has(reached)).map((one) => one.expectation),
  }
}

function finding(
  { file, expectation }: Altered,
  became: 'failed_as_it_should' | 'passed' | NotRun,
  run: Run | undefined,
): ControlFinding {
  const { line, before, after } = expectation
  const name = `line ${line}: ${before} → ${after}`.replace(/\s+/g, ' ').slice(0, 200).toWellFormed()
  const isRun = became === 'failed_as_it_should' || became === 'passed'
  const outcome = isRun ? became : 'not_run'
  return { kind: 'expectation', file: file.path, name, outcome, reason: isRun ? null : became, run: run ?? null }
}

import { randomBytes } from 'node:crypto'
import { shuffled } from '#lib/domain/drawn.ts'
import {
  alterExpectations,
  canAlter,
  type Expectation,
  everyExpectation,
  expectationsOf,
} from '#lib/domain/expectations.ts'
import { isGenerous } from '#lib/domain/generous-subjects.ts'
import { isAnagram } from '#lib/domain/other-values.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import { nameSeparator, type ReportedTest } from '#lib/domain/test-report.ts'
import { traceExpectations } from '#lib/domain/traced-expectations.ts'
import type { ControlFinding, NotRun } from './controls.ts'
import type { Run } from './judge.ts'
import { runExpectedFiles } from './run-expected-files.ts'
import { runOpposites } from './run-opposites.ts'
import { type Altered, runWith, type Trial } from './trial.ts'
import { showsOutput } from './watch-tests.ts'

const maxNamed = 10
const maxTried = 2
const maxTurns = 2

/**
 * Finds out whether the client's tests notice other values in their assertions. With a report, one run has another value in
 * up to ten tests, and each of these tests must fail. Without one, the command runs with one value altered, and must fail.
 * What is not noticed counts against the result only with proof, since a test may swallow its failures or skip an
 * assertion. Where no assertion compares with a value, files that the tests name are altered.
 */
export async function runExpectations(trial: Trial, files: readonly TestFile[]): Promise<ControlFinding[]> {
  const found: ControlFinding[] = []
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const { group, isEmpty } = draw(trial, files, turn)
    if (isEmpty) return withoutValues(trial, files)
    const run = await runAltered(trial, group)
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

/** Files that tests name, or else an assertion as its opposite; says so where there is neither, in languages that are read. */
async function withoutValues(trial: Trial, files: readonly TestFile[]): Promise<ControlFinding[]> {
  const ofFiles = await runExpectedFiles(trial, files)
  const found = ofFiles.length > 0 ? ofFiles : await runOpposites(trial, files)
  const file = files.find(canAlter)
  if (found.length > 0 || !file) return found
  const reason = 'no_value_to_change'
  return [{ kind: 'expectation', file: file.path, name: '', outcome: 'not_run', reason, run: null }]
}

/** Other values for one run: those of assertions that surely refuse them come first. */
function draw(trial: Trial, files: readonly TestFile[], turn: number): { group: Altered[]; isEmpty: boolean } {
  const all = files.flatMap((file) => expectationsOf(file, trial.random).map((expectation) => ({ file, expectation })))
  const order = shuffled(all, trial.random).sort((a, b) => Number(b.expectation.isSure) - Number(a.expectation.isSure))
  const named = trial.reported ? namedOnes(order, trial.reported) : []
  const alone = order[Math.min(turn, order.length - 1)]
  return { group: named.length > 0 ? named : alone ? [{ ...alone, test: undefined }] : [], isEmpty: !alone }
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
 * - an assertion is content with the wrong value, and with another wrong one: some values are rightly equal to others
 * - the test fails once the assertion is written in another way, so the result depends on the test's text
 * - the result passes without reaching an assertion of the file, where the base reaches one
 */
async function prove(trial: Trial, one: Altered): Promise<'passed' | NotRun> {
  if (!one.expectation.isSure) return 'ineffective'
  const first = await trace(trial, one, 'result')
  if (!first || first.run.stoppedBy) return first ? 'stopped' : 'no_time'
  if (first.isHeld) {
    if (isGenerous(one.file, one.expectation, expectationsOf(one.file, trial.random))) return 'ineffective'
    const other = withAnother(trial, one)
    return other && (await trace(trial, other, 'result'))?.isHeld ? 'passed' : 'differs'
  }
  // An assertion that is tried until it is content may have met the wrong value on the way to the right one.
  if (first.isRepeated) return 'ineffective'
  return isNoticed(one, first.run)
    ? dependsOnText(trial, one, first.isReached || first.isRefused)
    : avoids(trial, one, first)
}

const maxDraws = 30

/**
 * The same assertion with a third value, that is not made of the same parts: a result may rightly be equal to them in any
 * order. With the same value where there is no other one.
 */
export function withAnother<One extends Pick<Altered, 'file' | 'expectation'>>(
  trial: Trial,
  one: One,
): One | undefined {
  const { assertion, before, after, read, value } = one.expectation
  const isNamed = value.start !== read.start
  for (let draw = 0; draw < maxDraws; draw += 1) {
    const found = everyExpectation(one.file, trial.random).find(
      (each) =>
        each.assertion.start === assertion.start &&
        (!isNamed || each.value.start === value.start) &&
        each.after !== after &&
        !isAnagram(each.before, each.after),
    )
    if (found) return { ...one, expectation: found }
  }
  return isAnagram(before, after) ? undefined : one
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

/** Of the altered assertion; `isRefused` says that some assertion was reached and not content, and `reached` is of all. */
type Traced = {
  run: Run
  isReached: boolean
  isRepeated: boolean
  isHeld: boolean
  isRefused: boolean
  reached: Expectation[]
}

/** A run in which every assertion of the file tells what becomes of it; the value of one is altered. */
async function trace(
  trial: Trial,
  { file, expectation }: Altered,
  side: 'base' | 'result',
): Promise<Traced | undefined> {
  const others = expectationsOf(file, trial.random).filter(
    ({ isSure, assertion }) => isSure && assertion.start !== expectation.assertion.start,
  )
  const traces = [expectation, ...others].map((one) => ({
    expectation: one,
    reached: newMarker(),
    again: newMarker(),
    held: newMarker(),
    isAltered: one === expectation,
  }))
  const markers = traces.flatMap(({ reached, again, held }) => [reached, again, held])
  const run = await runWith(trial, side, [{ path: file.path, text: traceExpectations(file, traces) }], markers)
  if (!run) return undefined
  const seen = new Set(run.seen)
  const own = traces.find(({ isAltered }) => isAltered)
  return {
    run,
    isReached: seen.has(own?.reached ?? ''),
    isRepeated: seen.has(own?.again ?? ''),
    isHeld: seen.has(own?.held ?? ''),
    isRefused: traces.some(({ reached, held }) => seen.has(reached) && !seen.has(held)),
    reached: traces.filter(({ reached }) => seen.has(reached)).map((one) => one.expectation),
  }
}

function newMarker(): string {
  return randomBytes(12).toString('hex')
}

function finding(
  { file, expectation }: Altered,
  became: 'failed_as_it_should' | 'passed' | NotRun,
  run: Run | undefined,
): ControlFinding {
  const name = expectationName(expectation)
  const isRun = became === 'failed_as_it_should' || became === 'passed'
  const outcome = isRun ? became : 'not_run'
  return { kind: 'expectation', file: file.path, name, outcome, reason: isRun ? null : became, run: run ?? null }
}

export function expectationName({ line, before, after }: Expectation): string {
  return `line ${line}: ${before} → ${after}`.replace(/\s+/g, ' ').slice(0, 200).toWellFormed()
}

import { randomBytes } from 'node:crypto'
import { controlName } from '#lib/domain/control-names.ts'
import { runsAddedTests } from '#lib/domain/control-proof.ts'
import { rewordTests } from '#lib/domain/reworded-tests.ts'
import { addControls, type Control, controlKinds, onlyControls } from '#lib/domain/test-controls.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import { readText } from '../git/read-tree.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import type { Run } from './judge.ts'
import { runWith, type Trial } from './trial.ts'
import { droppedIn, watchedIn, watchFile } from './watch-tests.ts'

export type NotRun =
  | 'no_test_file'
  | 'no_time'
  | 'stopped'
  | 'not_seen'
  | 'ineffective'
  | 'differs'
  | 'no_value_to_change'

/** A control of a command and what became of it. */
export type ControlFinding = {
  kind: Control['kind'] | 'expectation' | 'mutant'
  file: string | null
  name: string
  outcome: 'failed_as_it_should' | 'passed' | 'not_run'
  reason: NotRun | null
  run: RunOutcome | null
}

/** The controls that go into one file. */
type Planted = { file: TestFile; controls: Control[] }
/**
 * What became of the controls, and the run that had all of them. `hangs`: that one was stopped at a limit, twice, and ends on
 * the base, where its added tests are seen to fail. `drops`: assertions of the client's failed or were not reached.
 */
export type Controlled = { found: ControlFinding[]; run: Run | undefined; hangs: boolean; drops: boolean }

/**
 * Tests that must fail, added to files of the client's that the command takes its tests from. One run has all of them. What
 * did not show in it is tried again alone: a program that ends early takes every later test with it.
 */
export async function runControls(trial: Trial, files: readonly TestFile[]): Promise<Controlled> {
  if (files.length === 0)
    return { found: [{ ...unbuilt, reason: 'no_test_file' }], run: undefined, hangs: false, drops: false }
  const planted = plant(trial, files)
  const shown = (trial.reported ? planted.map((one) => rewritten(trial, one)) : planted).map(({ file, controls }) => ({
    ...watchFile(file),
    controls,
  }))
  const run = await tryOut(trial, shown, 'result', shown.flatMap(watchedIn))
  const drops = run !== undefined && droppedIn(shown, run).length > 0
  return { found: await judged(trial, planted, run), run, hangs: await hangsUnlikeBase(trial, planted, run), drops }
}

async function hangsUnlikeBase(trial: Trial, planted: readonly Planted[], run: Run | undefined): Promise<boolean> {
  if (!isHung(run)) return false
  const onBase = await tryOut(trial, planted, 'base')
  const isSeen = onBase?.stoppedBy === null && markersOf(planted).some((marker) => onBase.seen.includes(marker))
  return isSeen && isHung(await tryOut(trial, planted))
}

/** Stopped at a limit of the run, and not by the verifier's own deadline. */
export function isHung(run: RunOutcome | null | undefined): boolean {
  return !!run?.stoppedBy && run.stoppedBy !== 'cancelled'
}

/** The names of the controls differ from all that the files have, which may share a namespace. */
function plant(trial: Trial, files: readonly TestFile[]): Planted[] {
  const named = files.map(({ text }) => text)
  const newControl = (kind: Control['kind']): Control => {
    const name = controlName(named.join('\n'), trial.random)
    named.push(name, name.replaceAll('_', ' '))
    return { kind, name, marker: randomBytes(12).toString('hex') }
  }
  return files.map((file) => ({ file, controls: controlKinds(file).map(newControl) }))
}

/** With a report, the tests of the client's are seen to pass in a text that a result which looks them up cannot read. */
function rewritten(trial: Trial, { file, controls }: Planted): Planted {
  return { file: { ...file, text: rewordTests(file, trial.command.argv, trial.random) }, controls }
}

async function judged(trial: Trial, planted: readonly Planted[], run: Run | undefined): Promise<ControlFinding[]> {
  if (!run || run.stoppedBy) return findings(planted, 'not_run', run ? 'stopped' : 'no_time', run ?? null)
  if (run.exitCode === 0) return prove(trial, planted, run)
  const isSeen = ({ kind, marker }: Control) => kind === 'unparsable' || run.seen.includes(marker)
  const seen = planted.map(({ file, controls }) => ({ file, controls: controls.filter(isSeen) }))
  const missing = planted.map(({ file, controls }) => ({ file, controls: controls.filter((one) => !isSeen(one)) }))
  const rest = await tryMissing(
    trial,
    missing.filter(({ controls }) => controls.length > 0),
  )
  return [...findings(seen, 'failed_as_it_should', null, run), ...rest]
}

const unbuilt: ControlFinding = { kind: 'throws', file: null, name: '', outcome: 'not_run', reason: null, run: null }
const maxAlone = 2

function tryOut(
  trial: Trial,
  planted: readonly Planted[],
  side: 'base' | 'result' = 'result',
  seek: readonly string[] = [],
) {
  const files = planted.map(({ file, controls }) => ({ path: file.path, text: addControls(file, controls) }))
  return runWith(trial, side, files, [...markersOf(planted), ...seek])
}

function markersOf(planted: readonly Planted[]): string[] {
  return planted.flatMap(({ controls }) => controls.map(({ marker }) => marker))
}

/**
 * The first few that did not show, each in a separate run; files are in the order of what they say about the change.
 */
async function tryMissing(trial: Trial, missing: readonly Planted[]): Promise<ControlFinding[]> {
  const found: ControlFinding[] = []
  for (const [at, { file, controls }] of missing.entries()) {
    const control = controls[trial.random(controls.length)]
    if (!control) continue
    const alone = [{ file, controls: [control] }]
    const run = at < maxAlone ? await tryOut(trial, alone) : undefined
    if (!run || run.stoppedBy) found.push(...findings(alone, 'not_run', run ? 'stopped' : 'not_seen', run ?? null))
    else if (run.exitCode === 0) found.push(...(await prove(trial, alone, run)))
    else if (run.seen.includes(control.marker)) found.push(...findings(alone, 'failed_as_it_should', null, run))
    else found.push(...findings(alone, 'not_run', 'not_seen', run))
    if (found.some(({ outcome }) => outcome === 'passed')) break
  }
  return found
}

/**
 * A run with controls has passed. That counts against the result only if the command does run tests that are added,
 * and if it passes again: an honest worker must not fail by a name filter or by chance.
 */
async function prove(trial: Trial, planted: readonly Planted[], run: RunOutcome): Promise<ControlFinding[]> {
  const effective = await effectiveOf(trial, planted)
  if (effective.length === 0) return findings(planted, 'not_run', 'ineffective', run)
  const again = await tryOut(trial, planted)
  if (again?.exitCode !== 0) return findings(planted, 'not_run', again ? 'differs' : 'no_time', run)
  return findings(effective, 'passed', null, again)
}

/** Those that are seen to fail on the base, or that fail alone in a file whose added tests are surely run. */
async function effectiveOf(trial: Trial, planted: readonly Planted[]): Promise<Planted[]> {
  const onBase = await tryOut(trial, planted, 'base')
  if (!onBase || onBase.exitCode === 0) return []
  const seen = planted.filter(({ controls }) => controls.some(({ marker }) => onBase.seen.includes(marker)))
  if (seen.length > 0) return seen
  if (planted.every(({ controls }) => controls.every(({ kind }) => kind === 'unparsable')))
    return (await runWith(trial, 'base', []))?.exitCode === 0 ? [...planted] : []
  for (const { file, controls } of planted.slice(0, maxAlone)) {
    const [control] = controls
    if (!control || !(await isSure(trial, file))) continue
    const alone = { path: file.path, text: onlyControls(file, [control]) }
    const run = await runWith(trial, 'base', [alone], [control.marker])
    if (run && run.exitCode !== 0 && run.seen.includes(control.marker)) return [{ file, controls }]
  }
  return []
}

async function isSure(trial: Trial, file: TestFile): Promise<boolean> {
  const texts = new Map<string, string | undefined>()
  for (;;) {
    const asked: string[] = []
    const isSureSoFar = runsAddedTests(file, (path) => {
      if (!texts.has(path) && trial.files.base.has(path)) asked.push(path)
      return texts.get(path)
    })
    if (!isSureSoFar || asked.length === 0) return isSureSoFar
    for (const path of asked)
      texts.set(path, (await readText(trial.gitDir, trial.files.base.get(path))) ?? 'process.exit')
  }
}

function findings(
  planted: readonly Planted[],
  outcome: ControlFinding['outcome'],
  reason: NotRun | null,
  run: RunOutcome | null,
): ControlFinding[] {
  return planted.flatMap(({ file, controls }) =>
    controls.map(({ kind, name }) => ({ kind, file: file.path, name, outcome, reason, run })),
  )
}

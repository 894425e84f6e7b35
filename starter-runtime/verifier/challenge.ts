import { randomInt } from 'node:crypto'
import type { TestFile } from '#lib/domain/test-file.ts'
import type { Command } from '../documents.ts'
import { type ControlFinding, isHung, runControls } from './controls.ts'
import type { CommandJudgement } from './judge.ts'
import type { LookedAhead } from './look-ahead.ts'
import type { Mark } from './mark.ts'
import { mainJudgementOf, type PlainRun } from './plain-run.ts'
import { runEveryExpectation } from './run-every-expectation.ts'
import { runExpectations } from './run-expectations.ts'
import { runComparedFiles } from './run-expected-files.ts'
import { mutantTrials } from './run-mutants.ts'
import { textMarks } from './run-rewritten.ts'
import { hasTimeFor, type Trial } from './trial.ts'
import { marksOfDropped } from './watch-tests.ts'

export type Challenged = {
  controls: (ControlFinding & { command: string })[]
  marks: Mark[]
  /** What to say when a test that must fail passed. */
  passed: string | undefined
}

type Passed = Omit<Trial, 'command' | 'reported' | 'ownMs' | 'lastMs' | 'random' | 'run'> & {
  judgements: readonly CommandJudgement[]
  ahead: LookedAhead
  plain: Pick<PlainRun, 'run' | 'share'>
}

/** Finds out whether the commands that passed would have failed for a result that is wrong. */
export async function challenge({ judgements, ahead, plain, ...means }: Passed): Promise<Challenged> {
  const [text, found] = await Promise.all([
    ahead.marks,
    tryCommands(judgements, { ...means, run: plain.run }, ahead, plain.share),
  ])
  return { ...found, marks: [...text, ...found.marks] }
}

async function tryCommands(
  judgements: readonly CommandJudgement[],
  means: Omit<Trial, 'command' | 'reported' | 'ownMs' | 'lastMs' | 'random'>,
  ahead: LookedAhead,
  share: PlainRun['share'],
): Promise<Challenged> {
  const found: Challenged = { controls: [], marks: [], passed: undefined }
  const mainJudgement = mainJudgementOf(judgements)
  for (const judgement of judgements) {
    const { command } = judgement
    const last = judgement.rerun ?? judgement.result
    const lastMs = last?.durationMs ?? 0
    const ownMs = lastMs + (judgement.base?.durationMs ?? 0)
    const reported = last?.tests
    const trial: Trial = { ...means, command, reported, ownMs, lastMs, random: randomInt }
    const files = (await ahead.testFiles.get(command)) ?? []
    const { added, values, mutants } = await tryAll(trial, files, judgement === mainJudgement ? share : undefined)
    const controls = [...added.controls, ...values.controls]
    found.controls.push(...[...controls, ...mutants].map((control) => ({ ...control, command: command.name })))
    const passed = controls.find(isPassed)
    if (passed) {
      found.passed = `“${command.name}” passes although ${whatPassed(passed)}.`
      return found
    }
    if (added.hangs && (reported || mutants.some(isNoticed))) {
      found.passed = `“${command.name}” never ends once a test that must fail is added, and ends with it on the base.`
      return found
    }
    if (judgement !== mainJudgement) continue
    const unseen = controls.some(isCaught) ? [] : marksOfAdded(command, added.controls)
    found.marks.push(...values.marks, ...unseen, ...added.marks)
    found.marks.push(...[added, values].flatMap(({ controls: tried }) => marksOfHung(command, tried)).slice(0, 1))
    if (mutants.some(isPassed) && !mutants.some(isCaught))
      found.marks.push({
        code: 'no_mutant_caught',
        text: `“${command.name}” still passes with altered values in the change (${mutants.length} tried).`,
      })
  }
  return found
}

type Tried = { controls: ControlFinding[]; marks: Mark[] }
type TriedAdded = Tried & { hangs: boolean }

const nothing: Tried = { controls: [], marks: [] }

/** In one of so many verifications the added tests come before the first altered value of the change. */
const addedFirst = 3

/**
 * Two lines of runs, and both come to their end: a run that is left behind would lose its folder. The added tests may show
 * that the result passes as before, so their place is chance, and mostly not the first, when a machine is still cold.
 */
async function tryAll(
  trial: Trial,
  files: readonly TestFile[],
  share: PlainRun['share'] | undefined,
): Promise<{ added: TriedAdded; values: Tried; mutants: ControlFinding[] }> {
  if (!share) return { added: await tryAdded(trial, files), values: nothing, mutants: [] }
  const mutants = mutantTrials(trial)
  const refuted: ControlFinding[] = []
  const addThenAlter = async () => {
    if (trial.random(addedFirst) > 0) await mutants.tryOn(0, 1)
    const added = await tryAdded(trial, files, { share, otherMs: mutants.spentMs })
    const isRefuted = [...refuted, ...added.controls].some(isPassed)
    if (!isRefuted) await mutants.tryOn(spentMs(added.controls))
    return added
  }
  const alterTests = async () => {
    const values = await tryExpectations(trial, files)
    refuted.push(...values.controls.filter(isPassed))
    return values
  }
  const [added, values] = await bothInAnyOrder(trial, addThenAlter, alterTests)
  return { added, values, mutants: mutants.findings() }
}

async function bothInAnyOrder<One, Other>(
  { random }: Trial,
  one: () => Promise<One>,
  other: () => Promise<Other>,
): Promise<[One, Other]> {
  const isOneFirst = random(2) === 0
  const early = isOneFirst ? one() : undefined
  const others = other()
  const ones = early ?? one()
  await Promise.allSettled([ones, others])
  return [await ones, await others]
}

type MainCommand = { share: PlainRun['share']; otherMs: () => number }

/** Added tests; and for the main command, other ways to write the tests. */
async function tryAdded(trial: Trial, files: readonly TestFile[], main?: MainCommand): Promise<TriedAdded> {
  const controlled = await runControls(trial, files)
  const { found: controls, hangs } = controlled
  if (!main || controls.some(isPassed)) return { controls, marks: [], hangs }
  const { marks, isAsJudged } = await textMarks(trial, files, controlled, spentMs(controls) + main.otherMs())
  main.share(isAsJudged)
  const dropped = controlled.drops ? await marksOfDropped(trial, files) : []
  return { controls, marks: [...dropped, ...marks], hangs }
}

/** Values of some assertions in the file as it is, then of all that can be held against another one. */
async function tryExpectations(trial: Trial, files: readonly TestFile[]): Promise<Tried> {
  const some = await runExpectations(trial, files)
  const marks = marksOfValues(trial.command, some)
  if (some.some(isPassed)) return { controls: some, marks }
  if (!hasTimeFor(trial, spentMs(some))) return { controls: [...some, untried], marks }
  const all = await runEveryExpectation(trial, files)
  const isAltered = some.some(isCaught) && all.length === 0 && hasTimeFor(trial, spentMs([...some, ...all]))
  const compared = isAltered ? await runComparedFiles(trial, files) : []
  const content = [...all, ...compared].find(isUnproven)
  if (content && marks.length === 0) marks.push(takesOther(trial.command, content))
  return { controls: [...some, ...all, ...compared], marks }
}

const untried: ControlFinding = {
  kind: 'expectation',
  file: null,
  name: 'every assertion',
  outcome: 'not_run',
  reason: 'no_time',
  run: null,
}

/** Controls share runs. */
function spentMs(controls: readonly ControlFinding[]): number {
  const runs = new Set(controls.flatMap(({ run }) => run ?? []))
  return [...runs].reduce((sum, { durationMs }) => sum + durationMs, 0)
}

/** What the tests left unnoticed without proof against the result. */
function marksOfValues(command: Command, values: readonly ControlFinding[]): Mark[] {
  const [value] = values
  if (!value || values.some(isCaught)) return []
  if (command.expect === 'fails_then_passes' && values.every(({ reason }) => reason === 'no_value_to_change')) {
    const text = `No value that “${command.name}” expects could be altered in ${value.file}.`
    return [{ code: 'no_expectation_compared', text }]
  }
  return values.some(isUnproven) ? [takesOther(command, value)] : []
}

function takesOther({ name: command }: Command, { file, name }: ControlFinding): Mark {
  const text = `“${command}” still passes with another expected value in ${file}, ${name}.`
  return { code: 'no_expectation_compared', text }
}

function marksOfAdded({ name: command }: Command, added: readonly ControlFinding[]): Mark[] {
  if (!added.some(isUnproven)) return []
  const text = `“${command}” still passes with a test that must fail in ${added[0]?.file}; it may not run it.`
  return [{ code: 'no_control_failed', text }]
}

/** Tests that were altered and never ended are no proof that a wrong result fails; waiting without end is no more than that. */
function marksOfHung({ name: command }: Command, tried: readonly ControlFinding[]): Mark[] {
  const hung = tried.find(({ run }) => isHung(run))
  if (!hung || tried.some(isCaught)) return []
  const text = `“${command}” does not end when a test is added or altered in ${hung.file}, so that none was seen to fail.`
  return [{ code: 'no_control_failed', text }]
}

function isNoticed(control: ControlFinding): boolean {
  return isCaught(control) && !isHung(control.run)
}

function whatPassed({ kind, file, name }: ControlFinding): string {
  return kind === 'expectation'
    ? `another value is expected in ${file}, ${name}`
    : `a test that must fail was added to ${file}`
}

function isPassed({ outcome }: ControlFinding): boolean {
  return outcome === 'passed'
}

function isUnproven({ reason }: ControlFinding): boolean {
  return reason === 'ineffective' || reason === 'differs'
}

function isCaught({ outcome }: ControlFinding): boolean {
  return outcome === 'failed_as_it_should'
}

import { randomInt } from 'node:crypto'
import type { TripwireCode } from '#lib/domain/tripwires.ts'
import { listFiles } from '../git/read-tree.ts'
import { type ControlFinding, runControls } from './controls.ts'
import type { Command, CommandJudgement } from './judge.ts'
import { runExpectations } from './run-expectations.ts'
import { runMutants } from './run-mutants.ts'
import { textMarks } from './run-rewritten.ts'
import { testFilesOf } from './test-files.ts'
import type { Trial } from './trial.ts'
import { tripwireMarks } from './tripwire-marks.ts'

/** Why a result that passes needs every seat to pass it; it changes no verdict by itself. */
export type Mark = {
  code: 'no_mutant_caught' | 'no_expectation_compared' | 'no_control_failed' | TripwireCode
  text: string
}
export type Challenged = {
  controls: (ControlFinding & { command: string })[]
  marks: Mark[]
  /** What to say when a test that must fail passed. */
  passed: string | undefined
}

type Passed = Omit<Trial, 'command' | 'files' | 'reported' | 'ownMs' | 'lastMs' | 'random'> & {
  judgements: readonly CommandJudgement[]
}

/** Finds out whether the commands that passed would have failed for a result that is wrong. */
export async function challenge({ judgements, ...means }: Passed): Promise<Challenged> {
  const { gitDir, trees } = means
  const [base, result] = await Promise.all([listFiles(gitDir, trees.base), listFiles(gitDir, trees.result)])
  const found: Challenged = { controls: [], marks: await tripwireMarks(gitDir, base, result), passed: undefined }
  const told = judgements.find(({ command }) => command.expect === 'fails_then_passes') ?? judgements[0]
  for (const judgement of judgements) {
    const { command } = judgement
    const lastMs = judgement.result?.durationMs ?? 0
    const ownMs = lastMs + (judgement.base?.durationMs ?? 0)
    const reported = judgement.result?.tests
    const trial: Trial = { ...means, command, files: { base, result }, reported, ownMs, lastMs, random: randomInt }
    const files = await testFilesOf(trial)
    const controlled = await runControls(trial, files)
    const controls = [...controlled.found]
    if (judgement === told && !controls.some(isPassed)) controls.push(...(await runExpectations(trial, files)))
    found.controls.push(...controls.map((control) => ({ ...control, command: command.name })))
    const passed = controls.find(isPassed)
    if (passed) {
      found.passed = `“${command.name}” passes although ${whatPassed(passed)}.`
      return found
    }
    if (judgement !== told) continue
    found.marks.push(...marksOf(command, controls), ...(await textMarks(trial, files, controlled, spentMs(controls))))
    const mutants = await runMutants(trial, spentMs(controls))
    found.controls.push(...mutants.map((mutant) => ({ ...mutant, command: command.name })))
    if (mutants.some(isPassed) && !mutants.some(isCaught))
      found.marks.push({
        code: 'no_mutant_caught',
        text: `“${command.name}” still passes with altered values in the change (${mutants.length} tried).`,
      })
  }
  return found
}

/** Controls share runs. */
function spentMs(controls: readonly ControlFinding[]): number {
  const runs = new Set(controls.flatMap(({ run }) => run ?? []))
  return [...runs].reduce((sum, { durationMs }) => sum + durationMs, 0)
}

/** What the tests left unnoticed without proof against the result. */
function marksOf({ name: command, expect }: Command, controls: readonly ControlFinding[]): Mark[] {
  const values = controls.filter(({ kind }) => kind === 'expectation')
  const [value] = values
  const code = 'no_expectation_compared'
  if (value && expect === 'fails_then_passes' && values.every(({ reason }) => reason === 'no_value_to_change'))
    return [{ code, text: `No value that “${command}” expects could be altered in ${value.file}.` }]
  if (value && values.some(isUnproven) && !values.some(isCaught))
    return [{ code, text: `“${command}” still passes with another expected value in ${value.file}, ${value.name}.` }]
  if (!controls.some(isUnproven) || controls.some(isCaught)) return []
  const added = `“${command}” still passes with a test that must fail in ${controls[0]?.file}; it may not run it.`
  return [{ code: 'no_control_failed', text: added }]
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

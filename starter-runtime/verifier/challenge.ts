import { randomInt } from 'node:crypto'
import type { TripwireCode } from '#lib/domain/tripwires.ts'
import { listFiles } from '../git/read-tree.ts'
import { type ControlFinding, runControls } from './controls.ts'
import type { CommandJudgement } from './judge.ts'
import { runMutants } from './run-mutants.ts'
import type { Trial } from './trial.ts'
import { tripwireMarks } from './tripwire-marks.ts'

/** Why a result that passes needs every seat to pass it; it changes no verdict by itself. */
export type Mark = { code: 'no_mutant_caught' | TripwireCode; text: string }
export type Challenged = {
  controls: (ControlFinding & { command: string })[]
  marks: Mark[]
  /** What to say when a test that must fail passed. */
  passed: string | undefined
}

type Passed = Omit<Trial, 'command' | 'files' | 'ownMs' | 'lastMs' | 'random'> & {
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
    const trial: Trial = { ...means, command, files: { base, result }, ownMs, lastMs, random: randomInt }
    const controls = await runControls(trial)
    found.controls.push(...controls.map((control) => ({ ...control, command: command.name })))
    const passed = controls.find(({ outcome }) => outcome === 'passed')
    if (passed) {
      found.passed = `“${command.name}” passes although a test that must fail was added to ${passed.file}.`
      return found
    }
    if (judgement !== told) continue
    const spentMs = new Set(controls.flatMap(({ run }) => run ?? []))
    const mutants = await runMutants(
      trial,
      [...spentMs].reduce((sum, { durationMs }) => sum + durationMs, 0),
    )
    found.controls.push(...mutants.map((mutant) => ({ ...mutant, command: command.name })))
    if (mutants.some(({ outcome }) => outcome === 'passed') && !mutants.some(isCaught))
      found.marks.push({
        code: 'no_mutant_caught',
        text: `“${command.name}” still passes with altered values in the change (${mutants.length} tried).`,
      })
  }
  return found
}

function isCaught({ outcome }: ControlFinding): boolean {
  return outcome === 'failed_as_it_should'
}

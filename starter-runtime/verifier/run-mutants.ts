import { drawn } from '#lib/domain/drawn.ts'
import { applyMutant, canHaveMutants, type Mutant, mutantsOf } from '#lib/domain/mutants.ts'
import { readText } from '../git/read-tree.ts'
import type { ControlFinding } from './controls.ts'
import { hasTimeFor, runWith, type Trial } from './trial.ts'

const maxMutants = 5
const maxFiles = 50

export type MutantTrials = {
  /** Goes on until a change makes the command fail, `most` were tried, or the time that others have spent leaves none. */
  tryOn: (spentMs: number, most?: number) => Promise<void>
  spentMs: () => number
  findings: () => ControlFinding[]
}

/**
 * Runs the command on the result with one value changed in a line that the result added, until a change makes it fail. A
 * command that none of them makes fail tells little about the result.
 */
export function mutantTrials(trial: Trial): MutantTrials {
  const found: ControlFinding[] = []
  const drawing = drawMutants(trial)
  let [spent, isOver] = [0, false]
  const tryOne = async ({ path, source, line, ...mutant }: Drawn) => {
    const { before, after, text } = applyMutant(source, { line, ...mutant })
    const run = await runWith(trial, 'result', [{ path, text }])
    if (!run) return true
    spent += run.durationMs
    const isCaught = run.exitCode !== 0
    const outcome = run.stoppedBy === 'cancelled' ? 'not_run' : isCaught ? 'failed_as_it_should' : 'passed'
    const name = `line ${line}: ${before} → ${after}`.slice(0, 200).toWellFormed()
    found.push({ kind: 'mutant', file: path, name, outcome, reason: outcome === 'not_run' ? 'stopped' : null, run })
    return isCaught
  }
  let hasAny = false
  return {
    tryOn: async (spentMs, most = maxMutants) => {
      const mutants = await drawing
      hasAny = mutants.length > 0
      for (const mutant of mutants.slice(found.length, found.length + most)) {
        if (isOver || (found.length > 0 && !hasTimeFor(trial, spentMs + spent))) return
        isOver = await tryOne(mutant)
      }
    },
    spentMs: () => spent,
    findings: () => {
      if (found.length > 0) return found
      const reason = hasAny ? 'no_time' : 'no_value_to_change'
      return [{ kind: 'mutant', file: null, name: '', outcome: 'not_run', reason, run: null }]
    },
  }
}

type Drawn = Mutant & { path: string; source: string }

/** Those that tests notice most often come first, since one that is noticed answers the question. */
async function drawMutants(trial: Trial): Promise<Drawn[]> {
  const { base, result } = trial.files
  const changed = [...result].filter(([path, { object }]) => canHaveMutants(path) && base.get(path)?.object !== object)
  const mutants: Drawn[] = []
  for (const [path, file] of drawn(changed, maxFiles, trial.random)) {
    const after = await readText(trial.gitDir, file)
    const before = await readText(trial.gitDir, base.get(path))
    if (after === undefined) continue
    for (const mutant of mutantsOf(path, { before, after }, trial.random))
      mutants.push({ ...mutant, path, source: after })
  }
  return drawn(mutants, maxMutants, trial.random).sort((a, b) => Number(b.isAnswer) - Number(a.isAnswer))
}

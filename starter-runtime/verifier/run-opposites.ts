import { shuffled } from '#lib/domain/drawn.ts'
import { type Opposite, opposeAssertions, oppositesOf } from '#lib/domain/opposite-assertions.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import type { ControlFinding } from './controls.ts'
import { runWith, type Trial } from './trial.ts'

/**
 * Runs the command with one comparison turned into its opposite, where the tests have no value that could be another
 * one: those of properties, of bounds and of a custom helper. When it passes, all of one file are turned.
 */
export async function runOpposites(trial: Trial, files: readonly TestFile[]): Promise<ControlFinding[]> {
  const found: ControlFinding[] = []
  const [file] = files.filter((one) => oppositesOf(one).length > 0)
  if (!file) return found
  const all = oppositesOf(file)
  for (const turned of [shuffled(all, trial.random).slice(0, 1), all.slice(0, all.length > 1 ? all.length : 0)]) {
    const [first] = turned
    if (!first) break
    const run = await runWith(trial, 'result', [{ path: file.path, text: opposeAssertions(file, turned) }])
    const finding = { kind: 'expectation' as const, file: file.path, name: nameOf(turned, first), run: run ?? null }
    if (!run || run.stoppedBy)
      return [...found, { ...finding, outcome: 'not_run', reason: run ? 'stopped' : 'no_time' }]
    if (run.exitCode !== 0) return [...found, { ...finding, outcome: 'failed_as_it_should', reason: null }]
    found.push({ ...finding, outcome: 'not_run', reason: 'ineffective' })
  }
  return found
}

function nameOf({ length }: readonly Opposite[], { line }: Opposite): string {
  return length === 1 ? `line ${line}: the opposite` : `${length} assertions from line ${line} on: the opposite`
}

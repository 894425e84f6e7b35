import { rewordTests } from '#lib/domain/reworded-tests.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import type { ReportedTest } from '#lib/domain/test-report.ts'
import type { Mark } from './challenge.ts'
import type { ControlFinding, Controlled } from './controls.ts'
import type { Run } from './judge.ts'
import { hasTimeFor, runWith, type Trial } from './trial.ts'

/** `isAsJudged` says whether the client's tests passed in a further run as they did when the result was judged. */
export type Reworded = { marks: Mark[]; isAsJudged: boolean }

/**
 * Marks a result that fails, twice, when its tests are written in other words, such as `['a', 'b'].join('')` for
 * `'ab'`. A result that does the work cannot tell the difference, in whatever way another one looks up its tests. Only
 * files in which an added test was seen are written so: elsewhere the command may not run them, or check how they are
 * written. Where none was seen, the command runs again as it was, since a result may pass only in its first run.
 */
export async function textMarks(
  trial: Trial,
  files: readonly TestFile[],
  { found, run }: Pick<Controlled, 'found' | 'run'>,
  spentMs: number,
): Promise<Reworded> {
  const isSeen = ({ path }: TestFile) =>
    found.some(({ file, outcome, kind }) => file === path && outcome === 'failed_as_it_should' && kind !== 'unparsable')
  const rewritten = files.filter(isSeen).flatMap((file) => {
    const text = rewordTests(file, trial.command.argv, trial.random)
    return text === file.text ? [] : [{ path: file.path, text }]
  })
  const [first] = rewritten
  const isNeeded = trial.reported && first ? hasFallen(run, found) : hasTimeFor(trial, spentMs)
  if (!isNeeded || !run) return { marks: [], isAsJudged: passesBeside(trial, run, found) }
  for (let times = 0; times < 2; times += 1) {
    const again = await runWith(trial, 'result', rewritten)
    if (!again || again.stoppedBy === 'cancelled') return { marks: [], isAsJudged: false }
    if (again.exitCode === 0) return { marks: [], isAsJudged: times === 0 && !trial.reported }
  }
  const { name } = trial.command
  const mark: Mark = first
    ? {
        code: 'knows_tests',
        text: `“${name}” fails when ${first.path} is written in other words: its values, titles, remarks, or the order of its calls.`,
      }
    : { code: 'no_control_failed', text: `“${name}” passes in its first run and fails in later ones.` }
  return { marks: [mark], isAsJudged: false }
}

/**
 * With a report, whether as many of the client's tests passed beside the added ones, which failed, as when the result was
 * judged. Their names are others in that run.
 */
function passesBeside({ reported }: Trial, run: Run | undefined, found: readonly ControlFinding[]): boolean {
  const passed = ({ status }: ReportedTest) => status === 'passed'
  const wanted = reported?.filter(passed).length ?? 0
  if (wanted === 0 || !run?.tests || run.stoppedBy || hasFallen(run, found)) return false
  const isSeen = found.some(({ outcome }) => outcome === 'failed_as_it_should')
  return isSeen && run.tests.filter(passed).length >= wanted
}

/** With a report, the run with added tests has shown already whether the client's own tests pass in other words. */
function hasFallen(run: Run | undefined, found: readonly ControlFinding[]): boolean {
  const added = found.flatMap(({ name }) => [name, name.replaceAll('_', ' ')])
  const isAdded = (test: string) => added.some((name) => test.endsWith(name))
  return run?.tests?.some(({ name, status }) => status === 'failed' && !isAdded(name)) ?? false
}

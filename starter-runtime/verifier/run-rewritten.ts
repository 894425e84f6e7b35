import { alterInputs } from '#lib/domain/asked-twice.ts'
import { type Noticeable, rewordTests } from '#lib/domain/reworded-tests.ts'
import { languageOf, type TestFile } from '#lib/domain/test-file.ts'
import type { ReportedTest } from '#lib/domain/test-report.ts'
import type { ControlFinding, Controlled } from './controls.ts'
import type { Run } from './judge.ts'
import type { Mark } from './mark.ts'
import { acceptsOthers } from './run-every-expectation.ts'
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
  const seen = files.filter(isSeen)
  const rewritten = changed(seen, (file) => rewordTests(file, trial.command.argv, trial.random))
  const [first] = rewritten
  const isNeeded = trial.reported && first ? hasFallen(run, found) : hasTimeFor(trial, spentMs)
  if (!isNeeded || !run) return { marks: [], isAsJudged: passesBeside(trial, run, found) }
  for (let times = 0; times < 2; times += 1) {
    const again = await runWith(trial, 'result', rewritten)
    if (!again || again.stoppedBy === 'cancelled') return { marks: [], isAsJudged: false }
    if (again.exitCode === 0) return { marks: [], isAsJudged: times === 0 && !trial.reported }
  }
  if (first) return { marks: await marksOfWords(trial, seen, first.path), isAsJudged: false }
  const text = `“${trial.command.name}” passes in its first run and fails in later ones.`
  return { marks: [{ code: 'no_control_failed', text }], isAsJudged: false }
}

function changed(files: readonly TestFile[], change: (file: TestFile) => string): { path: string; text: string }[] {
  return files
    .map((file) => ({ path: file.path, text: change(file) }))
    .filter(({ text }, at) => text !== files[at]?.text)
}

/**
 * Why the tests fail in other words. A result may rightly remember what it was asked; then it has to answer something else
 * once it is asked something else. And one may rightly compare itself with values, as versions do; then it has to refuse
 * those that are not expected.
 */
async function marksOfWords(trial: Trial, files: readonly TestFile[], path: string): Promise<Mark[]> {
  const { name, argv } = trial.command
  const passesWithout = async (...without: Noticeable[]) => {
    const run = await runWith(
      trial,
      'result',
      changed(files, (file) => rewordTests(file, argv, trial.random, without)),
    )
    return run?.exitCode === 0
  }
  const mark = (text: string): Mark[] => [{ code: 'knows_tests', text: `“${name}” ${text}` }]
  if (!(await passesWithout('order', 'objects')))
    return mark(
      `fails when ${path} is written in other words: its values, titles, remarks, or what it works out first.`,
    )
  if (!(await passesWithout('order'))) {
    const isRight = files.every((file) => languageOf(file) === 'python') && !(await acceptsOthers(trial, files))
    return isRight ? [] : mark(`fails when an object may not stand for the text or number that ${path} expects.`)
  }
  const asked = await runWith(trial, 'result', changed(files, alterInputs))
  if (asked && asked.exitCode !== 0) return []
  return mark(`still passes when the calls in ${path} are given something else, and fails in another order.`)
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

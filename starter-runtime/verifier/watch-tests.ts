import { randomBytes } from 'node:crypto'
import { choosesTests } from '#lib/domain/listed-tests.ts'
import { simpleCommands } from '#lib/domain/simple-commands.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import { nameSeparator, type ReportedTest } from '#lib/domain/test-report.ts'
import { type Watched, watchAssertions } from '#lib/domain/watched-assertions.ts'
import type { Run } from './judge.ts'
import { readManifest } from './manifest.ts'
import type { Mark } from './mark.ts'
import { runWith, type Trial } from './trial.ts'

export type WatchedFile = { file: TestFile; watched: Watched[] }

/** Runners that pass on what a test that passes prints. */
export const showsOutput = new Set<TestFile['runner']>(['node', 'node-test', 'python', 'unittest', 'shell'])

/** The file with assertions that tell what becomes of them, where that can be seen. */
export function watchFile(file: TestFile): WatchedFile {
  if (!showsOutput.has(file.runner)) return { file, watched: [] }
  const { text, watched } = watchAssertions(file, () => randomBytes(12).toString('hex'))
  return { file: { ...file, text }, watched }
}

export function watchedIn({ watched }: WatchedFile): string[] {
  return watched.flatMap(({ held, refused }) => [held, refused])
}

type Dropped = { path: string; line: number; isRefused: boolean }

/** Assertions that failed at last or were not reached, in files of which another one held in that run. */
export function droppedIn(files: readonly WatchedFile[], run: Pick<Run, 'seen' | 'tests'>): Dropped[] {
  const seen = new Set(run.seen)
  return files
    .filter(({ watched }) => watched.some(({ held }) => seen.has(held)))
    .flatMap(({ file: { path }, watched }) =>
      watched
        .filter((one) => seen.has(one.refused) || (!seen.has(one.held) && isReported(one, run.tests)))
        .map(({ line, refused }) => ({ path, line, isRefused: seen.has(refused) })),
    )
}

/** Whether a run reports the test that an assertion is in as run: one that is filtered out is rightly not reached. */
function isReported({ test }: Watched, tests: Run['tests']): boolean {
  if (!tests || test === undefined) return true
  const isRun = ({ status }: ReportedTest) => status === 'passed' || status === 'failed'
  return tests.some((one) => isRun(one) && (one.name === test || one.name.endsWith(nameSeparator + test)))
}

/** Marks a result with which the command passes although an assertion fails or is not reached, as a run shows for this alone. */
export async function marksOfDropped(trial: Trial, files: readonly TestFile[]): Promise<Mark[]> {
  const watched = files.map(watchFile)
  const texts = watched.map(({ file: { path, text } }) => ({ path, text }))
  const run = await runWith(trial, 'result', texts, watched.flatMap(watchedIn))
  if (!run || run.stoppedBy || run.exitCode !== 0) return []
  const isFiltered = !run.tests && (await choosesSome(trial))
  const first = droppedIn(watched, run).find(({ isRefused }) => isRefused || !isFiltered)
  if (!first) return []
  const how = first.isRefused ? 'fails' : 'is not reached'
  const text = `“${trial.command.name}” passes although the assertion in ${first.path}, line ${first.line}, ${how}.`
  return [{ code: 'no_expectation_compared', text }]
}

/** Whether the command runs only some tests of its files, also by a script of the manifest or a class that it names. */
async function choosesSome({ gitDir, files, command: { argv } }: Trial): Promise<boolean> {
  const { scripts } = await readManifest(gitDir, files.base)
  const all = [argv, ...simpleCommands(argv, scripts).map(({ words }) => words)]
  return all.some((words) => choosesTests(words) || words.some((word) => /^[\w.]+\.[A-Z]\w*(\.test\w*)?$/.test(word)))
}

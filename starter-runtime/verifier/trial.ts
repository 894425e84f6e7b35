import type { Expectation } from '#lib/domain/expectations.ts'
import type { Random } from '#lib/domain/other-values.ts'
import type { TestFile } from '#lib/domain/test-file.ts'
import type { ReportedTest } from '#lib/domain/test-report.ts'
import type { Command } from '../documents.ts'
import type { TreeFile } from '../git/read-tree.ts'
import type { Run } from './judge.ts'
import type { RunTree } from './run-tree.ts'

/** One command with both trees that it was judged on, and the means for further runs of it. */
export type Trial = {
  command: Command
  gitDir: string
  trees: { base: string; result: string }
  files: { base: ReadonlyMap<string, TreeFile>; result: ReadonlyMap<string, TreeFile> }
  /** What the command's report said of the result; undefined without a report. */
  reported: readonly ReportedTest[] | undefined
  /** Milliseconds of the runs that judged the command, and of the last one alone. */
  ownMs: number
  lastMs: number
  run: RunTree
  remainingMs: () => number
  /** Unforeseeable. */
  random: Random
}

/** What an assertion of the client's compares with, and the reported test that must fail when it is another value. */
export type Altered = { file: TestFile; expectation: Expectation; test: string | undefined }

/** After so many seconds a further run of a command is stopped, whose last one took `lastMs`. */
export function secondsAgain(lastMs: number): number {
  return Math.ceil((3 * lastMs) / 1_000) + 10
}

/** Below so many milliseconds no further run of it is started. */
export function enoughMs(lastMs: number): number {
  return 2 * lastMs + 5_000
}

/** A run of the command on a tree with other texts in files that it has; undefined when the time left is not enough for one. */
export async function runWith(
  trial: Trial,
  side: 'base' | 'result',
  files: readonly { path: string; text: string }[],
  seek: readonly string[] = [],
): Promise<Run | undefined> {
  const seconds = secondsAgain(trial.lastMs)
  if (trial.remainingMs() < enoughMs(trial.lastMs)) return undefined
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  return trial.run(trial.trees[side], trial.command, { seek, seconds, texts })
}

/** Of the time that the command itself took; short commands may always be run this much more. */
const maxShare = 1.5
const alwaysMs = 20_000

/** Whether one run more keeps what verification adds within bounds. */
export function hasTimeFor({ ownMs, lastMs }: Trial, spentMs: number): boolean {
  return spentMs + lastMs <= Math.max(maxShare * ownMs, alwaysMs)
}

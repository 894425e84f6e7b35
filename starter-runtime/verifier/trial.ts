import type { AcceptanceFile } from '#lib/domain/document.ts'
import type { TreeFile } from '../git/read-tree.ts'
import { layOver } from '../git/trees.ts'
import type { RunOutcome } from '../isolation/isolation.ts'
import type { Command } from './judge.ts'

/** One command with both trees that it was judged on, and the means for further runs of it. */
export type Trial = {
  command: Command
  gitDir: string
  baseCommit: string
  trees: { base: string; result: string }
  files: { base: ReadonlyMap<string, TreeFile>; result: ReadonlyMap<string, TreeFile> }
  /** Milliseconds of the runs that judged the command, and of the last one alone. */
  ownMs: number
  lastMs: number
  run: (tree: string, command: Command, options: { seek?: readonly string[]; seconds: number }) => Promise<RunOutcome>
  remainingMs: () => number
  /** A whole number from 0 up to the limit, which is not reached; unforeseeable. */
  random: (limit: number) => number
}

/** A run of the command on a tree with other files in it; undefined when the time left is not enough for one. */
export async function runWith(
  trial: Trial,
  side: 'base' | 'result',
  files: readonly { path: string; text: string }[],
  seek: readonly string[] = [],
): Promise<RunOutcome | undefined> {
  const seconds = Math.ceil((3 * trial.lastMs) / 1_000) + 10
  if (trial.remainingMs() < 2 * trial.lastMs + 5_000) return undefined
  const laid = files.map(({ path, text }): AcceptanceFile => ({ path, content: Buffer.from(text).toString('base64') }))
  const tree = await layOver(trial.gitDir, trial.baseCommit, trial.trees[side], laid)
  return trial.run(tree, trial.command, { seek, seconds })
}

export function shuffled<Item>(items: readonly Item[], random: Trial['random']): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(random(left.length), 1))
}

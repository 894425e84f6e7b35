import { limitFunction } from 'p-limit'
import type { RunTree } from './run-tree.ts'

/** At most so many runs at a time; the others begin in the order in which they were asked for. */
export function inSlots(run: RunTree, slots: number): RunTree {
  return limitFunction(run, { concurrency: slots })
}

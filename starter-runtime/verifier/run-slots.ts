import type { RunTree } from './run-tree.ts'

/** At most so many runs at a time; the others begin in the order in which they were asked for. */
export function inSlots(run: RunTree, slots: number): RunTree {
  const waiting: (() => void)[] = []
  let free = slots
  const take = async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const give = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async (...call) => {
    await take()
    try {
      return await run(...call)
    } finally {
      give()
    }
  }
}

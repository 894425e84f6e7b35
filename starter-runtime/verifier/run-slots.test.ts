import { expect, test } from 'vitest'
import type { Run } from './judge.ts'
import { inSlots } from './run-slots.ts'
import type { RunTree } from './run-tree.ts'

/** Calls of which each ends when it is let go by its name. */
function held(slots: number) {
  const started: string[] = []
  const ends = new Map<string, { pass: () => void; fail: () => void }>()
  const run: RunTree = (tree) => {
    started.push(tree)
    return new Promise<Run>((resolve, reject) =>
      ends.set(tree, { pass: () => resolve({} as Run), fail: () => reject(new Error(tree)) }),
    )
  }
  return { started, ends, run: inSlots(run, slots) }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('no more runs go at a time than there are slots, and the others begin in their order, also after one that broke off', async () => {
  const { started, ends, run } = held(2)
  const all = ['a', 'b', 'c', 'd'].map((tree) => run(tree, {} as never))
  const settled = Promise.allSettled(all)
  await turn()
  expect(started).toEqual(['a', 'b'])
  ends.get('b')?.fail()
  await turn()
  expect(started).toEqual(['a', 'b', 'c'])
  ends.get('a')?.pass()
  await turn()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  ends.get('c')?.pass()
  ends.get('d')?.pass()
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  const next = run('e', {} as never)
  await turn()
  expect(started.at(-1)).toBe('e')
  ends.get('e')?.pass()
  await next
})

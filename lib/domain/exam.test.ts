import { expect, test } from 'vitest'
import { pauseBeforeTry } from './exam.ts'

const dayEnds = 86_400

/** When the tries of three days begin, each of which fails at once (s). */
function triesThatFail(): number[] {
  const starts = [0]
  for (;;) {
    const last = starts.at(-1) ?? 0
    const pause = (at: number) => pauseBeforeTry(starts.filter((start) => start > at - dayEnds).length)
    let next = last + 1
    while (next - last < pause(next)) next += 1
    if (next > 3 * dayEnds) return starts
    starts.push(next)
  }
}

test('one that never answers is given at most 22 tries on any day, and waits for no more than two hours', () => {
  const starts = triesThatFail()
  for (const from of starts) {
    const thatDay = starts.filter((start) => start >= from && start < from + dayEnds)
    expect(thatDay.length).toBeLessThanOrEqual(22)
  }
  expect(Math.max(...starts.slice(1).map((start, at) => start - (starts[at] ?? 0)))).toBe(7_200)
})

test('the first tries follow within seconds', () => {
  expect([0, 1, 2].map(pauseBeforeTry)).toEqual([5, 10, 20])
})

import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

test('at most that many callers go on within any second, in the order in which they came', async () => {
  const mayAsk = rateLimit(4)
  const turns: { caller: number; at: number }[] = []
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    await mayAsk()
    turns.push({ caller, at: performance.now() })
  })
  await Promise.all(callers)
  expect(turns.map(({ caller }) => caller)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  const [first, , , fourth, fifth] = turns.map(({ at }) => at)
  expect((fourth ?? 0) - (first ?? 0)).toBeLessThan(500)
  // A timer may end a millisecond early.
  expect((fifth ?? 0) - (first ?? 0)).toBeGreaterThan(998)
})

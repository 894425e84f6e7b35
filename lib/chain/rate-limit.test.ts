import { afterEach, expect, test, vi } from 'vitest'
import { type RateLimit, rateLimit } from './rate-limit.ts'

afterEach(() => void vi.useRealTimers())

test('at most that many callers go on within any second, in the order in which they came', async () => {
  const limit = rateLimit(4)
  const turns: { caller: number; at: number }[] = []
  const start = performance.now()
  const callers = Array.from({ length: 8 }, async (_, caller) => {
    await limit.turn()
    turns.push({ caller, at: performance.now() })
  })
  await Promise.all(callers)
  expect(turns.map(({ caller }) => caller)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  const [first, , , fourth, fifth] = turns.map(({ at }) => at)
  expect((fourth ?? 0) - (first ?? 0)).toBeLessThan(500)
  // A timer may end a millisecond early.
  expect((fifth ?? 0) - start).toBeGreaterThan(998)
})

test('callers that wait for the same moment go on in the order in which they came, however long each waits', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const limit = rateLimit(2)
  const turns: number[] = []
  const callers = Array.from({ length: 4 }, async (_, caller) => {
    // The later caller asks 800 ms later, so its own wait is the shorter one, although its turn is the same.
    if (caller === 3) vi.advanceTimersByTime(800)
    await limit.turn()
    turns.push(caller)
  })
  await vi.advanceTimersByTimeAsync(2_000)
  await Promise.all(callers)
  expect(turns).toEqual([0, 1, 2, 3])
})

/** How many callers go on at once; the next one waits. */
async function askedAtOnce(limit: RateLimit): Promise<number> {
  for (let asked = 0; ; asked += 1) {
    const waits = Symbol('waits')
    if ((await Promise.race([limit.turn(), Promise.resolve(waits)])) === waits) return asked
  }
}

test('a node that refuses for too many requests is asked half as often, and more often again by steps', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const limit = rateLimit(40)
  expect(await askedAtOnce(limit)).toBe(40)
  for (let request = 0; request < 5; request += 1) limit.refused()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await askedAtOnce(limit)).toBe(20)
  const asked: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    await vi.advanceTimersByTimeAsync(10_000)
    asked.push(await askedAtOnce(limit))
  }
  expect(asked).toEqual([25, 32, 40, 40, 40])
})

test('after refusals of every request a node is still asked four times a second, and ten times within fifteen seconds, also by those that wait', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const limit = rateLimit(20)
  for (let second = 0; second < 6; second += 1) {
    limit.refused()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(await askedAtOnce(limit)).toBe(4)
  let gone = 0
  for (let caller = 0; caller < 200; caller += 1)
    void limit.turn().then(() => {
      gone += 1
    })
  await vi.advanceTimersByTimeAsync(15_000)
  const before = gone
  await vi.advanceTimersByTimeAsync(2_000)
  expect(gone - before).toBeGreaterThanOrEqual(20)
})

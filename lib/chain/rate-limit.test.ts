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

/** A node that answers so many requests of a second and refuses the others, so many times; how many were asked in each. */
async function meet(limit: RateLimit, times: number, answersPerSecond: number): Promise<number[]> {
  const asked: number[] = []
  for (let time = 0; time < times; time += 1) {
    const now = await askedAtOnce(limit)
    asked.push(now)
    for (let request = 0; request < now; request += 1)
      if (request < answersPerSecond) limit.answered()
      else limit.refused()
    await vi.advanceTimersByTimeAsync(1_000)
    // The one that waited for the next turn has it now.
    await vi.advanceTimersByTimeAsync(1_000)
  }
  return asked
}

test('a node that refuses what is over its limit is soon asked within it, and more again after each five seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const asked = await meet(rateLimit(200), 60, 25)
  expect(asked.slice(0, 5)).toEqual([200, 100, 50, 25, 25])
  const settled = asked.slice(5)
  expect(Math.max(...settled)).toBeLessThanOrEqual(32)
  expect(Math.min(...settled)).toBeGreaterThanOrEqual(12)
  expect(settled.filter((count) => count > 25).length).toBeLessThan(settled.length / 4)
})

test('once the limit of a node is lifted it is asked as often as at first', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const limit = rateLimit(40)
  await meet(limit, 10, 5)
  expect((await meet(limit, 40, 40)).at(-1)).toBe(40)
})

test.each([
  { perSecond: 20, again: [4, 8, 16, 20] },
  { perSecond: 200, again: [4, 8, 16, 32, 64, 128, 200] },
])(
  'a node that refused every request is asked twice as often after each second in which it answers: $again',
  async ({ perSecond, again }) => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
    const limit = rateLimit(perSecond)
    expect((await meet(limit, 30, 0)).at(-1)).toBe(4)
    expect(await meet(limit, again.length, perSecond)).toEqual(again)
  },
)

test('those that wait go on as soon as the node answers again', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const limit = rateLimit(40)
  await meet(limit, 10, 0)
  let gone = 0
  for (let caller = 0; caller < 100; caller += 1)
    void limit.turn().then(() => {
      gone += 1
      limit.answered()
    })
  await vi.advanceTimersByTimeAsync(6_000)
  expect(gone).toBe(100)
})

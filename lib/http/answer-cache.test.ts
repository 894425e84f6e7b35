import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAnswerCache, type SharedAnswer } from './answer-cache.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const answer = (body: string): SharedAnswer => ({
  body,
  etag: `W/"${body.length}"`,
  type: 'application/json',
  encoded: new Map(),
})
/** Makes answers after a moment, and counts them. */
function maker(bodyOf = (n: number) => String(n)) {
  const made = { count: 0 }
  const make = async () => {
    made.count += 1
    const body = bodyOf(made.count)
    await new Promise((resolve) => setTimeout(resolve, 100))
    return answer(body)
  }
  return { made, make }
}
const ask = async (cache: ReturnType<typeof createAnswerCache>, key: string, make: () => Promise<SharedAnswer>) => {
  const asked = cache.get(key, make)
  await vi.advanceTimersByTimeAsync(100)
  return asked
}

test('a hundred equal questions at one time are one, and other questions are others', async () => {
  const cache = createAnswerCache(10)
  const { made, make } = maker()
  const all = Array.from({ length: 100 }, () => cache.get('a', make))
  const other = cache.get('b', make)
  await vi.advanceTimersByTimeAsync(100)
  expect(new Set((await Promise.all(all)).map((one) => one.answer.body))).toEqual(new Set(['1']))
  expect((await other).answer.body).toBe('2')
  expect(made.count).toBe(2)
})

test('an answer is given for its seconds with its age, counted from when it began to be made, and then made again', async () => {
  const cache = createAnswerCache(10)
  const { make } = maker()
  expect(await ask(cache, 'a', make)).toMatchObject({ answer: { body: '1' }, ageSeconds: 0 })
  vi.advanceTimersByTime(5_000)
  expect(await cache.get('a', make)).toMatchObject({ answer: { body: '1' }, ageSeconds: 5 })
  vi.advanceTimersByTime(4_899)
  expect(await cache.get('a', make)).toMatchObject({ answer: { body: '1' }, ageSeconds: 9 })
  vi.advanceTimersByTime(1)
  expect(await ask(cache, 'a', make)).toMatchObject({ answer: { body: '2' }, ageSeconds: 0 })
})

test('a failure reaches everyone who waits for it and is not kept', async () => {
  const cache = createAnswerCache(10)
  let count = 0
  const fail = async () => {
    count += 1
    await new Promise((resolve) => setTimeout(resolve, 100))
    throw new Error(`failed ${count}`)
  }
  const both = Promise.allSettled([cache.get('a', fail), cache.get('a', fail)])
  await vi.advanceTimersByTimeAsync(100)
  expect((await both).map((one) => String(Reflect.get(one, 'reason')))).toEqual(['Error: failed 1', 'Error: failed 1'])
  expect(await ask(cache, 'a', async () => answer('fine'))).toMatchObject({ answer: { body: 'fine' } })
})

test('what is kept is bounded in bytes: the least used goes first, and a huge answer is not kept', async () => {
  const cache = createAnswerCache(10)
  const { made, make } = maker(() => 'x'.repeat(900_000))
  for (let n = 0; n < 40; n += 1) await ask(cache, `key ${n}`, make)
  await cache.get('key 39', make)
  expect(made.count).toBe(40)
  await ask(cache, 'key 0', make)
  expect(made.count).toBe(41)
  const huge = maker(() => 'x'.repeat(2_000_000))
  for (let n = 0; n < 2; n += 1) await ask(cache, 'huge', huge.make)
  expect(huge.made.count).toBe(2)
})

test('with 0 seconds every request gets a fresh answer, even at one time', async () => {
  const cache = createAnswerCache(0)
  const { made, make } = maker()
  const all = Promise.all([cache.get('a', make), cache.get('a', make)])
  await vi.advanceTimersByTimeAsync(100)
  expect((await all).map((one) => one.answer.body)).toEqual(['1', '2'])
  expect(made.count).toBe(2)
})

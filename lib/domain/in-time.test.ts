import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inTime } from './in-time.ts'

const standStill = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('work that ends in time gives what it gives, or throws what it throws', async () => {
  expect(await inTime(wait(20, 'done'), 1_000)).toBe('done')
  await expect(inTime(Promise.reject(new Error('no')), 1_000)).rejects.toThrow('no')
})

test('work that takes longer gives nothing, and goes on', async () => {
  const { promise: work, resolve } = Promise.withResolvers<string>()
  expect(await inTime(work, 50)).toBeUndefined()
  resolve('done')
  expect(await work).toBe('done')
})

test('work is not late because the program itself stood still', async () => {
  const inSteps = wait(120).then(() => wait(20, 'done'))
  const answered = inTime(inSteps, 400)
  await wait(30)
  standStill(500)
  expect(await answered).toBe('done')
})

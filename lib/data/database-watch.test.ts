import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type DatabaseWatch, watchDatabase } from './database-watch.ts'

let watch: DatabaseWatch

beforeAll(() => {
  watch = watchDatabase({ url: inject('databaseUrl'), applicationName: 'watch-test' })
})

afterAll(() => watch.close())

test('work is not refused for a database that answers while this program itself stands still', async () => {
  const work = watch.during(async () => {
    await sleep(1_100)
    for (const ms of [700, 2_800, 2_800]) {
      standStill(ms)
      // Time enough to send a question, not to read the answer.
      await sleep(0)
    }
    await sleep(200)
    return 'done'
  })
  await expect(work).resolves.toBe('done')
})

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

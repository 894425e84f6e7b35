import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { inTransaction, openPool, type Pool } from './database.ts'

const connections = 2

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: Pool
beforeAll(async () => {
  database = await cloneDatabase()
})
beforeEach(() => {
  pool = openPool({ url: database.url, max: connections, applicationName: 'test' })
})
afterEach(() => pool.$client.end({ timeout: 2 }))
afterAll(() => database.drop())

const rest = (seconds: number) => pool.execute(sql`select pg_sleep(${seconds})`)
const onAll = <T>(ask: () => Promise<T>, each = 1) =>
  Promise.all(Array.from({ length: connections * each }, () => ask()))

test.each([96, 97, 98, 99, 100, 101])(
  'transactions behind %i statements a connection keep their connections',
  async (count) => {
    await onAll(() => rest(0.05))
    const waits = onAll(() => rest(0.2))
    await nextTurn()
    const statements = onAll(() => pool.execute(sql`select 1`), count)
    await nextTurn()
    const transactions = onAll(() =>
      inTransaction(pool, async (tx) => {
        const before = await tx.execute(sql`select pg_current_xact_id() as id`)
        const after = await tx.execute(sql`select pg_current_xact_id() as id`)
        return [before[0]?.id, after[0]?.id]
      }),
    )
    for (const [before, after] of await transactions) expect(after).toBe(before)
    await Promise.all([waits, statements])
    const open = await pool.execute(
      sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    expect([...open]).toEqual([])
  },
)

test('a quick statement does not wait behind a slow one while another connection is free', async () => {
  await onAll(() => rest(0.05))
  const holder = openPool({ url: database.url, max: 1, applicationName: 'test' })
  onTestFinished(() => holder.$client.end({ timeout: 2 }))
  await holder.execute(sql`select pg_advisory_lock(1)`)
  let isSlowDone = false
  // The pool's own limit for locks is 3 seconds.
  const slow = pool.execute(sql`select set_config('lock_timeout', '0', true), pg_advisory_xact_lock(1)`).then(() => {
    isSlowDone = true
  })
  await nextTurn()
  await onAll(() => pool.execute(sql`select 1`), 20)
  expect(isSlowDone).toBe(false)
  await holder.execute(sql`select pg_advisory_unlock(1)`)
  await slow
})

test('a pool that is closed refuses all that has no answer yet', async () => {
  const asked = onAll(() => rest(5).catch((error: Error) => error.message), 3)
  await pool.$client.end({ timeout: 0.05 })
  for (const answer of await asked) expect(answer).toBeTypeOf('string')
})

import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { until } from '#test/until.ts'
import { fencedBy, inTransaction, openPool, type Pool } from './database.ts'
import { openLease } from './lease.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: Pool
beforeAll(async () => {
  database = await cloneDatabase()
  pool = openPool({ url: database.url, max: 4, applicationName: 'jobwright-test' })
})
afterAll(async () => {
  await pool.$client.end({ timeout: 2 })
  await database.drop()
})

/** A process that wants this lead. */
function contender(name: string, seconds: number, url = database.url) {
  const lease = openLease(url, name, seconds)
  onTestFinished(() => lease.close())
  return { ...lease, db: fencedBy(pool, lease.fence) }
}

test('loops that share a lead never take it from each other, however their questions and transactions meet', async () => {
  const lead = contender('shared', 2)
  expect(await lead.holds()).toBe(true)
  let turns = 0
  const loop = async () => {
    for (const end = performance.now() + 4_000; performance.now() < end; turns += 1) {
      expect(await lead.holds()).toBe(true)
      await inTransaction(lead.db, () => setTimeout(20))
    }
  }
  await Promise.all([loop(), loop(), loop()])
  expect(turns).toBeGreaterThan(10)
})

test('a lead that fell silent goes to the next one, and then writes nothing more', async () => {
  const [first, second] = [contender('silent', 10), contender('silent', 10)]
  expect([await first.holds(), await second.holds()]).toEqual([true, false])
  await pool.$client`update leases set expires_at = clock_timestamp() - interval '1 second' where name = 'silent'`
  expect(await second.holds()).toBe(true)
  await expect(inTransaction(first.db, async () => undefined)).rejects.toMatchObject({ code: 'LEAD_LOST' })
  // It asks again after a fifth of its lease.
  await until(first.holds, (holds) => !holds)
  await inTransaction(second.db, async () => undefined)
})

test('a second role that acts as the owner takes the lead, keeps it, and gives it up with its connection', async () => {
  const [owner, next] = [`owner_${crypto.randomUUID().slice(0, 8)}`, `next_${crypto.randomUUID().slice(0, 8)}`]
  const sql = pool.$client
  await sql.unsafe(`create role ${owner}; grant all on all tables in schema public to ${owner};
    create role ${next} login password 'new' in role ${owner}; alter role ${next} set role ${owner}`)
  const url = new URL(database.url)
  Object.assign(url, { username: next, password: 'new' })
  const [first, second] = [contender('of a second role', 60, url.href), contender('of a second role', 60)]
  try {
    expect([await first.holds(), await second.holds()]).toEqual([true, false])
    await inTransaction(first.db, async () => undefined)
    await sql`select pg_terminate_backend(pid, 10_000) from pg_stat_activity where usename = ${next}`
    expect(await second.holds()).toBe(true)
  } finally {
    await first.close()
    await sql.unsafe(`drop owned by ${owner}; drop role ${next}, ${owner}`)
  }
})

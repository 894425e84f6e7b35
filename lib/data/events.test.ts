import { createHash } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { until } from '#test/until.ts'
import { inTransaction, openPool, type Pool } from './database.ts'
import { recordEvent, sealEvents } from './events.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let sql: postgres.Sql
let pool: Pool
beforeAll(async () => {
  database = await cloneDatabase()
  sql = postgres(database.url, { max: 2, onnotice: () => undefined })
  pool = openPool({ url: database.url, max: 8, applicationName: 'test' })
})
afterAll(async () => {
  await Promise.all([sql.end({ timeout: 2 }), pool.$client.end({ timeout: 2 })])
  await database.drop()
})

const record = (n: number) =>
  inTransaction(pool, (tx) =>
    recordEvent(tx, {
      actor: { kind: 'system', name: 'test' },
      subject: { type: 'job', id: String(n) },
      userId: null,
      name: 'job.open',
      from: n % 2 ? 'OPEN' : null,
      to: 'CANCELLED',
      evidence: { n },
    }),
  )

const seal = () => inTransaction(pool, (tx) => sealEvents(tx, 50))

/** The sequence number of the first seal that does not fit the events as they are; undefined when all do. */
async function firstBreak(): Promise<number | undefined> {
  const rows =
    await sql`select s.sequence, s.hash, jsonb_build_array(e.id, e.actor_kind, e.actor_id, e.subject_type, e.subject_id,
    e.name, e.from_state, e.to_state, e.evidence::text, extract(epoch from e.created_at)::text)::text as text
    from event_seals s join events e on e.id = s.event_id order by s.sequence`
  let previous = Buffer.alloc(0)
  for (const { sequence, hash, text } of rows) {
    const expected = createHash('sha256').update(previous).update(text).digest()
    if (!expected.equals(hash)) return Number(sequence)
    previous = expected
  }
  return undefined
}

test('sealers that run at once give every event one number without gaps, and a hash over all before it', async () => {
  await Promise.all(Array.from({ length: 120 }, (_, n) => record(n)))
  await until(
    async () => {
      await Promise.all([seal(), seal(), seal()])
      return (await sql`select count(*)::int as count from event_seals`)[0]?.count
    },
    (count) => count === 120,
  )
  const rows = await sql`select sequence from event_seals order by sequence`
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
  expect(await seal()).toBe(0)
  expect(await firstBreak()).toBeUndefined()
})

test('an event that was changed past the service’s rules is found by its seal (row 89)', async () => {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`update events set to_state = 'SETTLED' where id = (select event_id from event_seals where sequence = 60)`
  })
  expect(await firstBreak()).toBe(60)
})

test('what a transaction recorded is logged once it is committed, and never if it is not', async () => {
  const logged: unknown[] = []
  const logging = Object.assign(Object.create(pool) as Pool, { log: (note: unknown) => logged.push(note) })
  const change = {
    actor: { kind: 'user', userId: 'u' },
    subject: { type: 'job', id: '7' },
    userId: null,
    name: 'job.open',
    to: 'OPEN',
    evidence: { secret: 'never logged' },
  } as const
  const undone = inTransaction(logging, async (tx) => {
    await recordEvent(tx, change)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(logged).toEqual([])
  const event_id = await inTransaction(logging, async (tx) => {
    const id = await recordEvent(tx, change)
    expect(logged).toEqual([])
    return id
  })
  expect(logged).toEqual([{ event: 'job.open', event_id, subject: 'job 7', actor: 'user u', from: null, to: 'OPEN' }])
})

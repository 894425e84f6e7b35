import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { users } from '#drizzle/schema/users.ts'
import { cloneDatabase } from '#test/clone-database.ts'
import { inTransaction, openPool, type Pool, type PoolOptions } from './database.ts'
import { findUser } from './users.ts'

const id = '00000000-0000-0000-0000-000000000000'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: Pool
beforeAll(async () => {
  database = await cloneDatabase()
})
beforeEach(() => {
  pool = open()
})
afterEach(() => pool.$client.end({ timeout: 2 }))
afterAll(() => database.drop())

function open(options: Partial<PoolOptions> = {}): Pool {
  return openPool({ url: database.url, max: 1, applicationName: 'test', ...options })
}

/** What the pool's one connection holds, besides what the driver itself sends. */
async function preparedOf(db: Pool): Promise<string[]> {
  const rows = await db.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`)
  return rows.map(({ statement }) => statement).filter((text) => text !== 'commit' && !text.includes('pg_catalog'))
}

test('the database keeps a statement from its second use on, outside and inside of transactions', async () => {
  await findUser(pool, id)
  expect(await preparedOf(pool)).toEqual([])
  await findUser(pool, id)
  await inTransaction(pool, (tx) => findUser(tx, id))
  expect(await preparedOf(pool)).toEqual([expect.stringContaining('from "users"')])
})

test('however many statements differ, a connection holds 400', async () => {
  for (let count = 1; count <= 500; count += 1) {
    const text = sql.raw(`select ${count} from users where id = `)
    for (const _ of [1, 2]) await pool.execute(sql`${text}${id}`)
  }
  const prepared = await preparedOf(pool)
  expect(prepared).toHaveLength(400)
  await findUser(pool, id)
  expect(await findUser(pool, id)).toBeUndefined()
  expect(await preparedOf(pool)).toEqual(prepared)
})

test('a kept statement still answers after a migration that changes what it reads', async () => {
  const read = () => pool.select({ name: users.providerUserId }).from(users).where(sql`${users.id} = ${id}`)
  for (const _ of [1, 2, 3]) expect(await read()).toEqual([])
  await pool.execute(sql.raw('alter table users alter column provider_user_id type varchar(200)'))
  expect(await read()).toEqual([])
})

test('a lost connection takes its statements along, and the next one prepares them itself', async () => {
  for (const _ of [1, 2, 3]) await findUser(pool, id)
  const other = open()
  await other.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await other.$client.end({ timeout: 2 })
  await expect.poll(() => preparedOf(pool).catch(() => undefined)).toEqual([])
  expect(await findUser(pool, id)).toBeUndefined()
  expect(await preparedOf(pool)).toEqual([expect.stringContaining('from "users"')])
})

test('a pool that plans each statement by its values says so to the database', async () => {
  const planning = open({ plansEach: true })
  const setting = async (db: Pool) => (await db.execute(sql`show plan_cache_mode`))[0]?.plan_cache_mode
  expect([await setting(planning), await setting(pool)]).toEqual(['force_custom_plan', 'auto'])
  await planning.$client.end({ timeout: 2 })
})

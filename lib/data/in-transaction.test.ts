import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { sql as raw } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendOnlyTables, guardedTables, unguardedTables } from '#drizzle/guarded.ts'
import { cloneDatabase } from '#test/clone-database.ts'
import { until } from '#test/until.ts'
import { inTransaction, isUniqueViolation, openPool, type Pool } from './database.ts'
import { migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let sql: postgres.Sql
let pool: Pool
beforeAll(async () => {
  database = await cloneDatabase()
  sql = postgres(database.url, { max: 2, onnotice: () => undefined })
  pool = openPool({ url: database.url, max: 2, applicationName: 'test' })
})
afterAll(async () => {
  await Promise.all([sql.end({ timeout: 2 }), pool.$client.end({ timeout: 2 })])
  await database.drop()
})

const marked = (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await work(tx)
  })

async function columnOf(table: string): Promise<string> {
  const [row] = await sql`
    select column_name from information_schema.columns where table_schema = 'public' and table_name = ${table} limit 1`
  return row?.column_name
}

test('every table is either guarded or known to be written by single statements', async () => {
  const rows = await sql`select table_name from information_schema.tables where table_schema = 'public'`
  const tables = rows.map(({ table_name }) => table_name).filter((name) => name !== 'applied_migrations')
  expect(tables.sort()).toEqual([...guardedTables, ...unguardedTables].sort())
  for (const table of appendOnlyTables) expect(guardedTables).toContain(table)
})

test.each(guardedTables)('%s refuses every write outside a marked transaction', async (table) => {
  const column = await columnOf(table)
  const refused = { code: 'JW001' }
  await expect(sql`insert into ${sql(table)} default values`).rejects.toMatchObject(refused)
  const either = { code: expect.stringMatching(/^JW00[12]$/) }
  await expect(sql`update ${sql(table)} set ${sql(column)} = ${sql(column)}`).rejects.toMatchObject(either)
  await expect(sql`delete from ${sql(table)}`).rejects.toMatchObject(either)
  await expect(sql`truncate ${sql(table)} cascade`).rejects.toMatchObject(either)
})

test.each(appendOnlyTables)(
  '%s refuses changes and deletions even inside a marked transaction (row 89)',
  async (table) => {
    const column = await columnOf(table)
    const refused = { code: 'JW002' }
    await expect(marked((tx) => tx`update ${tx(table)} set ${tx(column)} = ${tx(column)}`)).rejects.toMatchObject(
      refused,
    )
    await expect(marked((tx) => tx`delete from ${tx(table)}`)).rejects.toMatchObject(refused)
    await expect(marked((tx) => tx`truncate ${tx(table)} cascade`)).rejects.toMatchObject(refused)
  },
)

async function insertUser(tx: postgres.TransactionSql): Promise<string> {
  const [user] = await tx`insert into users (provider_user_id) values (${crypto.randomUUID()}) returning id`
  return user?.id
}

test.each(['CONFIRMED', 'EXPIRED', 'CANCELLED', 'FAILED', 'MISMATCHED'])(
  'a transaction never leaves %s, but its row may still be annotated (row 25)',
  async (state) => {
    let id = ''
    await marked(async (tx) => {
      const [row] = await tx`insert into transactions (user_id, purpose, state, chain_id, expected_action)
        values (${await insertUser(tx)}, 'WALLET_CREATION', ${state}, 1, 'createWallet') returning id`
      id = row?.id
    })
    for (const to of ['INTENT', 'CONFIRMING', state === 'FAILED' ? 'CONFIRMED' : 'FAILED'])
      await expect(marked((tx) => tx`update transactions set state = ${to} where id = ${id}`)).rejects.toMatchObject({
        code: 'JW003',
      })
    await marked((tx) => tx`update transactions set reconciling = false where id = ${id}`)
    expect((await sql`select state from transactions where id = ${id}`)[0]?.state).toBe(state)
  },
)

test.each(['SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED'])(
  'a job never leaves %s, and holds nothing in it',
  async (state) => {
    const id = String(Math.floor(Math.random() * 1e12))
    const insert = (held: number) =>
      marked(async (tx) => {
        const hash = `0x${crypto.randomUUID()}`
        await tx`insert into jobs (onchain_job_id, chain_id, user_id, client_address, ref, state, held, budget, open_until,
        transaction_hash, log_index, block_number, block_hash, last_event_block, last_event_log_index)
        values (${id}, 1, ${await insertUser(tx)}, '0x0', ${hash}, ${state}, ${held}, 5, 0, ${hash}, 0, 1, '0x', 1, 0)`
      })
    await expect(insert(5)).rejects.toMatchObject({ constraint_name: 'jobs_ended_hold_nothing' })
    await insert(0)
    await expect(marked((tx) => tx`update jobs set state = 'OPEN' where onchain_job_id = ${id}`)).rejects.toMatchObject(
      {
        code: 'JW003',
      },
    )
  },
)

test('a draft never leaves FUNDED', async () => {
  let id = ''
  await marked(async (tx) => {
    const userId = await insertUser(tx)
    const [access] =
      await tx`insert into repository_accesses (user_id, installation_id, repository_id, full_name, private,
      archived, default_branch, open_issues, can_pull, can_push)
      values (${userId}, 1, 1, 'a/b', false, false, 'main', 0, true, true) returning id`
    const [draft] =
      await tx`insert into drafts (user_id, repository_access_id, repository_full_name, issue_number, issue,
      warnings, state, title, instructions, acceptance_criteria, verification_commands, protected_paths, base_branch, reward,
      verifier_fee, verifiers, quorum, max_attempts, open_seconds, work_seconds, verification_seconds, snapshot_id)
      values (${userId}, ${access?.id}, 'a/b', 1, '{}', '[]', 'FUNDED', 't', '', '[]', '[]', '[]', 'main', 1, 0, 3, 2, 3, 1, 1,
      1, ${crypto.randomUUID()}) returning id`
    id = draft?.id
  })
  for (const state of ['DRAFT', 'READY', 'LOCKED', 'FUNDING'])
    await expect(marked((tx) => tx`update drafts set state = ${state} where id = ${id}`)).rejects.toMatchObject({
      code: 'JW003',
    })
})

test('a CONFIRMED payment without its log on chain cannot be written', async () => {
  const confirm = marked(
    async (tx) => tx`insert into transactions (user_id, purpose, state, chain_id, expected_action)
      values (${await insertUser(tx)}, 'FUNDING', 'CONFIRMED', 1, 'createJob')`,
  )
  await expect(confirm).rejects.toMatchObject({ constraint_name: 'transactions_confirmed_by_chain' })
})

test('two transactions that wait for each other are both done, the one that the server ends by another try', async () => {
  const ids = await sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    return [await insertUser(tx), await insertUser(tx)]
  })
  let runs = 0
  let meet = () => {}
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  const rename = ([first, second]: readonly string[], name: string) =>
    inTransaction(pool, async (tx) => {
      const append = (id?: string) =>
        tx.execute(raw`update users set provider_user_id = provider_user_id || ${name}::text where id = ${id}`)
      await append(first)
      runs += 1
      if (runs === 2) meet()
      await met
      await append(second)
    })
  await Promise.all([rename(ids, 'a'), rename([...ids].reverse(), 'b')])
  // On a busy machine the second try can meet the first again before that one goes on.
  expect(runs).toBeGreaterThan(2)
  const rows = await sql`select right(provider_user_id, 2) as names from users where id in ${sql(ids)}`
  expect(rows.map((row) => [...row.names].sort().join(''))).toEqual(['ab', 'ab'])
})

test('inTransaction keeps everything or nothing, and the marker ends with it', async () => {
  const insert = raw`insert into users (provider_user_id) values ('once')`
  await expect(
    inTransaction(pool, async (tx) => {
      await tx.execute(insert)
      throw new Error('broken off')
    }),
  ).rejects.toThrow('broken off')
  expect(await sql`select 1 from users where provider_user_id = 'once'`).toHaveLength(0)
  await inTransaction(pool, (tx) => tx.execute(insert))
  expect(await sql`select 1 from users where provider_user_id = 'once'`).toHaveLength(1)
  for (const attempt of [1, 2, 3]) {
    const bare = pool.execute(raw`insert into users (provider_user_id) values (${`bare ${attempt}`})`)
    await expect(bare).rejects.toMatchObject({ cause: { code: 'JW001' } })
  }
  const twice = await inTransaction(pool, (tx) => tx.execute(insert)).catch((error: unknown) => error)
  expect([isUniqueViolation(twice), isUniqueViolation(twice, 'another')]).toEqual([true, false])
})

test('connections that are killed mid-transaction under load leave no half behind and lose nothing acknowledged (row 45)', async () => {
  const acknowledged = new Set<string>()
  let isOver = false
  let child: ChildProcess | undefined
  let sinceStart = 0
  const start = () => {
    sinceStart = 0
    child = spawn(process.execPath, [resolve(import.meta.dirname, '../../test/pair-load.ts'), database.url], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    if (child.stdout)
      createInterface(child.stdout).on('line', (id) => {
        sinceStart += 1
        acknowledged.add(id)
      })
    child.once('exit', () => isOver || start())
  }
  start()
  let kills = 0
  try {
    await until(
      async () => {
        // Each life of the program does some work before its connections die.
        if (sinceStart < 25) return kills
        sinceStart = 0
        const killed = await sql`select pg_terminate_backend(pid) from (select pid from pg_stat_activity
          where application_name = 'pair-load' and datname = current_database() order by random() limit 2) as victims`
        kills += killed.length
        return kills
      },
      (count) => count >= 40,
      300,
    )
  } finally {
    isOver = true
    child?.kill('SIGKILL')
  }
  await until(
    async () => (await sql`select 1 from pg_stat_activity where application_name = 'pair-load'`).length,
    (count) => count === 0,
  )
  const [row] = await sql`
    select count(*)::int as pairs, count(*) filter (where halves <> 2)::int as orphans from
    (select subject_id, count(*) as halves from events where actor_id = 'load' group by subject_id) as counted`
  expect(row?.orphans).toBe(0)
  expect(row?.pairs).toBeGreaterThanOrEqual(acknowledged.size)
  const kept = await sql`select subject_id from events where actor_id = 'load' and name = 'job.settled'`
  const ids = new Set(kept.map(({ subject_id }) => subject_id))
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([])
})

test('a start that has nothing to migrate waits for nobody, and puts back a guard that is missing', async () => {
  await sql`drop trigger refuse_change on events`
  await sql`alter table users disable trigger refuse_unmarked`
  await marked(async (tx) => {
    await tx`update jobs set updated_at = updated_at`
    expect(await migrate(database.url)).toEqual([])
  })
  await expect(sql`update users set created_at = created_at`).rejects.toThrow('outside a marked transaction')
  await expect(marked((tx) => tx`update events set name = name`)).rejects.toThrow()
})

test('a second role that acts as the owner works beside the first one, whose connections outlive its sign-in', async () => {
  const [owner, next] = [`owner_${crypto.randomUUID().slice(0, 8)}`, `next_${crypto.randomUUID().slice(0, 8)}`]
  const name = new URL(database.url).pathname.slice(1)
  await sql.unsafe(`create role ${owner} login password 'old'; alter database ${name} owner to ${owner};
    create role ${next} login password 'new' in role ${owner}; alter role ${next} set role ${owner};
    grant all on all tables in schema public to ${owner}`)
  const poolOf = (user: string, password: string) => {
    const url = new URL(database.url)
    Object.assign(url, { username: user, password })
    return openPool({ url: url.href, max: 1, applicationName: 'test' })
  }
  const [before, after] = [poolOf(owner, 'old'), poolOf(next, 'new')]
  try {
    const write = (db: Pool) => inTransaction(db, (tx) => tx.execute(raw`update users set created_at = created_at`))
    await write(before)
    await write(after)
    await after.execute(raw`create table made_by_the_second_role (id int)`)
    await sql.unsafe(`alter role ${owner} nologin`)
    await write(before)
    await before.execute(raw`drop table made_by_the_second_role`)
    await expect(poolOf(owner, 'old').execute(raw`select 1`)).rejects.toThrow()
    await write(after)
  } finally {
    await Promise.all([before.$client.end({ timeout: 2 }), after.$client.end({ timeout: 2 })])
    await sql.unsafe(
      `alter database ${name} owner to current_user; drop owned by ${owner}; drop role ${next}, ${owner}`,
    )
  }
})

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import postgres from 'postgres'
import { appendOnlyTables, guardedTables } from '#drizzle/guarded.ts'
import { connectionRefusal } from './connection-check.ts'

const lockKey = 6_150_001

/**
 * Brings the database to the newest schema: every file once, in order, each in its own transaction, under an advisory
 * lock so that any number of programs may start at once. Refuses a database whose applied files differ from these, and
 * one behind a pooler in transaction mode, which would keep the lock.
 */
export async function migrate(url: string): Promise<string[]> {
  const refusal = await connectionRefusal(url)
  if (refusal) throw new Error(refusal)
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    await sql`select pg_advisory_lock(${lockKey})`
    await sql`create table if not exists applied_migrations
      (name text primary key, checksum text not null, applied_at timestamptz not null default now())`
    await provideUuidv7(sql)
    const files = await migrationFiles()
    const applied = await sql<
      { name: string; checksum: string }[]
    >`select name, checksum from applied_migrations order by name`
    for (const [index, row] of applied.entries()) {
      const file = files[index]
      if (file?.name !== row.name || file.checksum !== row.checksum)
        throw new Error(`applied migration ${row.name} is not the one at hand`)
    }
    const wanted = files.slice(applied.length)
    for (const file of wanted) await applyMigration(sql, file)
    await installGuards(sql)
    return wanted.map(({ name }) => name)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** PostgreSQL has it from version 18 on. Ids of one connection follow the time here too, in steps of a microsecond. */
async function provideUuidv7(sql: postgres.Sql): Promise<void> {
  const [found] = await sql`select 1 from pg_proc where proname = 'uuidv7'`
  if (found) return
  await sql.unsafe(`create function uuidv7() returns uuid language sql volatile parallel safe as $$
    select encode(overlay(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send(at / 1000) from 3) from 1)
      placing int2send((28672 + at % 1000 * 4096 / 1000)::int2) from 7), 'hex')::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as at) as clock $$`)
}

export type MigrationFile = { name: string; text: string; checksum: string }

/** The project's migrations in their order. */
export async function migrationFiles(): Promise<MigrationFile[]> {
  const folder = join(import.meta.dirname, '../../drizzle/migrations')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** Everything that needs the table queues up behind a migration that waits for its lock, so it gives up soon, and tries again. */
const lockWithinMs = 300
const triesMax = 200
/** PostgreSQL's codes for a lock that was not to be had in time, and for a deadlock. */
const lockMissing = ['55P03', '40P01']

/** Applies one file in one transaction. Programs that are at work wait for a moment at most; it fails after about two minutes. */
export function applyMigration(sql: postgres.Sql, file: MigrationFile): Promise<void> {
  return withLocks(sql, async (tx) => {
    // The release before has guarded the tables that this file may write to.
    await tx`select set_config('jobwright.transaction', 'on', true)`
    for (const statement of file.text.split('--> statement-breakpoint'))
      if (statement.trim()) await tx.unsafe(statement)
    await tx`insert into applied_migrations (name, checksum) values (${file.name}, ${file.checksum})`
  })
}

/** One transaction, made again until it gets its locks. */
async function withLocks(sql: postgres.Sql, work: (tx: postgres.TransactionSql) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await sql.begin(async (tx) => {
        await tx.unsafe(`set local lock_timeout = '${lockWithinMs}ms'`)
        await work(tx)
      })
      return
    } catch (error) {
      if (tries >= triesMax || !lockMissing.includes((error as { code?: string }).code ?? '')) throw error
      await wait(lockWithinMs * (0.5 + Math.random()))
    }
  }
}

const guards = [
  {
    name: 'refuse_unmarked',
    on: 'insert or update or delete or truncate',
    call: 'refuse_unmarked_write',
    tables: guardedTables,
  },
  { name: 'refuse_change', on: 'update or delete or truncate', call: 'refuse_change', tables: appendOnlyTables },
]

/** The triggers follow the lists in drizzle/guarded.ts, so a table added there is guarded at the next start; no other is locked. */
async function installGuards(sql: postgres.Sql): Promise<void> {
  const rows = await sql<{ guard: string }[]>`select tgname || ' on ' || tgrelid::regclass as guard from pg_trigger
    where tgname in ${sql(guards.map(({ name }) => name))} and tgenabled = 'O'`
  const installed = new Set(rows.map(({ guard }) => guard))
  for (const { name, on, call, tables } of guards)
    for (const table of tables)
      if (!installed.has(`${name} on ${table}`))
        await withLocks(sql, async (tx) => {
          await tx.unsafe(`create or replace trigger ${name} before ${on} on ${table}
            for each statement execute function ${call}()`)
        })
}

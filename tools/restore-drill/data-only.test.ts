import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardedTables } from '#drizzle/guarded.ts'
import { cloneDatabase } from '#test/clone-database.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let sql: postgres.Sql
beforeAll(async () => {
  database = await cloneDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => undefined })
})
afterAll(async () => {
  await sql.end({ timeout: 2 })
  await database.drop()
})

/** The statement with which pg_restore loads the rows of a table; none are enough, since a trigger is one per statement. */
const load = (tx: postgres.TransactionSql, table: string) => tx`copy ${tx(table)} from program 'true'`

test('rows that are restored alone are refused by every guarded table, with the words of the upgrade page', async () => {
  for (const table of guardedTables)
    await expect(sql.begin((tx) => load(tx, table))).rejects.toMatchObject({
      code: 'JW001',
      message: `write to ${table} outside a marked transaction`,
    })
})

test('a superuser who restores without triggers loads every guarded table', async () => {
  for (const table of guardedTables)
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await load(tx, table)
    })
})

test('the owner of the tables may not switch the triggers off so', async () => {
  const role = `owner_${crypto.randomUUID().slice(0, 8)}`
  await sql.unsafe(`create role ${role}`)
  const asOwner = sql.begin(async (tx) => {
    await tx.unsafe(`set local role ${role}`)
    await tx`set local session_replication_role = replica`
  })
  await expect(asOwner).rejects.toMatchObject({ code: '42501' })
  await sql.unsafe(`drop role ${role}`)
})

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendOnlyTables } from '#drizzle/guarded.ts'
import { cloneDatabase } from '#test/clone-database.ts'
import { keptTables, retentionRules } from './retention-rules.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let sql: postgres.Sql
beforeAll(async () => {
  database = await cloneDatabase()
  sql = postgres(database.url, { max: 2, onnotice: () => undefined })
})
afterAll(async () => {
  await sql.end({ timeout: 2 })
  await database.drop()
})

test('every table has a rule of how long its rows are kept, or a reason to keep them for good, and never both', async () => {
  const rows = await sql`select table_name from information_schema.tables where table_schema = 'public'`
  const decided = [...retentionRules, ...keptTables].map(({ table }) => table)
  expect(decided.sort()).toEqual(rows.map(({ table_name }) => table_name).sort())
  for (const { why } of [...retentionRules, ...keptTables]) expect(why).not.toBe('')
})

test('no rule deletes money, the journal, the audit trail, calls, transactions, proofs, verdicts or snapshots', () => {
  const never = [
    ...appendOnlyTables,
    'jobs',
    'transactions',
    'withdrawals',
    'wallets',
    'wallet_outflows',
    'token_transfers',
    'transfer_marks',
    'escrow_days',
    'escrow_books',
    'job_proofs',
    'operator_calls',
    'operator_transactions',
    'chain_logs',
    'unsealed_events',
    'assignments',
    'seats',
    'rejections',
    'qualifications',
    'publications',
    'drafts',
    'users',
  ]
  expect(retentionRules.map(({ table }) => table).filter((table) => never.includes(table))).toEqual([])
})

test('the document for operators says of every table how long its rows are kept, why, and what deletes them', async () => {
  const document = await readFile(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8')
  const lines = [
    ...retentionRules.map(({ table, keeps, why }) => `| \`${table}\` | ${keeps} | ${why} | the worker, or \`prune\` |`),
    ...keptTables.map(
      ({ table, why, deletedBy }) =>
        `| \`${table}\` | ${deletedBy ? 'while it is needed' : 'for good'} | ${why} | ${deletedBy ?? 'nothing'} |`,
    ),
  ]
  expect(lines.filter((line) => !document.split('\n').includes(line))).toEqual([])
})

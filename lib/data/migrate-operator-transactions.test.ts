import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { type Hex, keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { guardedTables } from '#drizzle/guarded.ts'
import { migrate } from './migrate.ts'

const folder = join(import.meta.dirname, '../../drizzle/migrations')
const introducedIn = '0034_operator-transactions.sql'
const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
const account = privateKeyToAccount(`0x${'7'.repeat(64)}`)

let admin: postgres.Sql
let sql: postgres.Sql
let url: string
beforeAll(async () => {
  admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => undefined })
  await admin.unsafe(`create database ${name}`)
  url = inject('databaseUrl').replace(/\/postgres$/, `/${name}`)
  sql = postgres(url, { max: 1, onnotice: () => undefined })
  await sql`create table applied_migrations
    (name text primary key, checksum text not null, applied_at timestamptz not null default now())`
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql') && file < introducedIn)
  for (const file of files.toSorted()) {
    const text = await readFile(join(folder, file), 'utf8')
    const checksum = createHash('sha256').update(text).digest('hex')
    await sql.begin(async (tx) => {
      for (const statement of text.split('--> statement-breakpoint')) await tx.unsafe(statement)
      await tx`insert into applied_migrations (name, checksum) values (${file}, ${checksum})`
    })
  }
})
afterAll(async () => {
  await sql.end({ timeout: 2 })
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
})

/** As the release before left them: no write without its transaction's mark. */
async function guardTables(): Promise<void> {
  const existing = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename in ${sql(guardedTables)}`
  for (const table of existing)
    await sql.unsafe(`create trigger refuse_unmarked before insert or update or delete or truncate on ${table.name}
      for each statement execute function refuse_unmarked_write()`)
}

type Version = { raw: Hex; transactionHash: Hex }

async function version(nonce: number, type: 'eip1559' | 'legacy' = 'eip1559', tip = 1n): Promise<Version> {
  const target = { to: account.address, gas: 100_000n, nonce, chainId: 5_042_002, data: '0x1234' } as const
  const raw =
    type === 'legacy'
      ? await account.signTransaction({ ...target, type, gasPrice: tip })
      : await account.signTransaction({ ...target, type, maxFeePerGas: tip, maxPriorityFeePerGas: tip })
  return { raw, transactionHash: keccak256(raw) }
}

type Earlier = { state: string; nonce?: number | null; signed?: Version[]; mined?: Version; failure?: string }

/** A call as the release before wrote it. */
async function insert(subject: string, { state, nonce = null, signed = [], mined, failure }: Earlier): Promise<void> {
  const hash = mined?.transactionHash ?? signed.at(-1)?.transactionHash ?? null
  const isEnded = state === 'CONFIRMED' || state === 'FAILED'
  await sql`insert into operator_calls ${sql({
    operator: 'dispatcher',
    purpose: 'ASSIGNMENT',
    subject,
    contract: '0x01',
    action: 'assign',
    calldata: '0x02',
    calldata_hash: '0x03',
    follow_up: sql.json({}),
    state,
    nonce,
    bump: 1,
    signed: sql.json(signed),
    transaction_hash: hash,
    failure: failure ?? null,
    block_number: mined ? 9 : null,
    block_hash: mined ? '0x09' : null,
    sent_at: signed.length > 0 ? new Date() : null,
    ended_at: isEnded ? new Date() : null,
  })}`
}

const carried = (subject: string) =>
  sql`select c.state, c.entry, c.failure, t.state as transaction, t.nonce, t.bump, t.signed, t.transaction_hash,
    t.block_number::int, t.block_hash from operator_calls c left join operator_transactions t on t.id = c.transaction_id
    where c.subject = ${subject}`

test('calls of the release before keep their state, and each one that was signed its own transaction', async () => {
  const first = [await version(0), await version(0, 'eip1559', 2n)]
  const [firstSigned, firstMined] = first
  if (!firstSigned || !firstMined) throw new Error('nothing was signed')
  const reverted = await version(127)
  const mined = await version(128)
  const inFlight = await version(70_000, 'legacy')
  const behind = await version(70_001)
  const behindLegacy = await version(200, 'legacy')
  const overtaken = await version(128, 'eip1559', 3n)
  const givenUp = await version(70_000, 'eip1559', 5n)
  await insert('intent', { state: 'INTENT' })
  await insert('refused', { state: 'FAILED', failure: 'WrongState()' })
  await insert('confirmed', { state: 'CONFIRMED', nonce: 0, signed: first, mined: firstMined })
  await insert('reverted', { state: 'FAILED', nonce: 127, signed: [reverted], mined: reverted, failure: 'reverted' })
  await insert('mined', { state: 'MINED', signed: [mined], mined })
  await insert('in flight', { state: 'SENT', nonce: 70_000, signed: [inFlight] })
  await insert('behind', { state: 'INTENT', signed: [behind] })
  await insert('behind legacy', { state: 'INTENT', signed: [behindLegacy] })
  await insert('overtaken', { state: 'INTENT', signed: [overtaken] })
  await insert('given up', { state: 'FAILED', nonce: 70_000, signed: [givenUp], failure: 'not mined' })
  const calls = await sql`select count(*)::int as count from operator_calls`
  await guardTables()
  await migrate(url)

  const none = { entry: null, transaction: null, nonce: null }
  expect(await carried('intent')).toMatchObject([{ state: 'INTENT', ...none }])
  expect(await carried('refused')).toMatchObject([{ state: 'FAILED', failure: 'WrongState()', ...none }])
  const block = { block_number: 9, block_hash: '0x09' }
  expect(await carried('confirmed')).toMatchObject([
    { state: 'CONFIRMED', entry: 0, transaction: 'CONFIRMED', nonce: 0, bump: 1, signed: first, ...block },
  ])
  expect(await carried('reverted')).toMatchObject([
    { state: 'FAILED', transaction: 'CONFIRMED', nonce: 127, failure: 'reverted', ...block },
  ])
  expect(await carried('mined')).toMatchObject([
    { state: 'MINED', transaction: 'MINED', nonce: 128, transaction_hash: mined.transactionHash, ...block },
  ])
  const open = { block_number: null, block_hash: null }
  expect(await carried('in flight')).toMatchObject([
    { state: 'SENT', transaction: 'SENT', nonce: 70_000, signed: [inFlight], ...open },
  ])
  expect(await carried('behind')).toMatchObject([
    { state: 'SENT', transaction: 'SENT', nonce: 70_001, signed: [behind], ...open },
  ])
  expect(await carried('behind legacy')).toMatchObject([{ state: 'SENT', transaction: 'SENT', nonce: 200 }])
  expect(await carried('overtaken')).toMatchObject([{ state: 'INTENT', ...none }])
  expect(await carried('given up')).toMatchObject([{ state: 'FAILED', transaction: 'DISPLACED', failure: 'not mined' }])
  expect(await sql`select count(*)::int as count from operator_calls`).toEqual(calls)
})

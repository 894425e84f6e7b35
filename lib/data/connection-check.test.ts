import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { cloneDatabase } from '#test/clone-database.ts'
import { startLine } from '#test/line.ts'
import { startTransactionPooler } from '#test/transaction-pooler.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'
import { connectionRefusal } from './connection-check.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

const root = resolve(import.meta.dirname, '../..')

/** What a program of the product says when it ends. */
async function start(file: string, variables: Record<string, string>) {
  const ended = promisify(execFile)(process.execPath, [...nodeFlags, file], {
    cwd: root,
    timeout: 50_000,
    env: { PATH: process.env.PATH, ...variables, NODE_ENV: 'test' },
  })
  return ended.then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { code: number | null; stderr: string }) => ({ code, stderr }),
  )
}

async function locksOf(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 })
  const [row] = await sql`select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
    where l.locktype = 'advisory' and d.datname = current_database()`
  await sql.end()
  return row?.count
}

const poolers = [
  ['refuses unknown parameters', { unknown: 'refuse' }, /^DATABASE_URL leads to a pooler that refuses .*\.$/],
  ['drops unknown parameters', { unknown: 'drop' }, /^DATABASE_URL leads to a pooler that drops .*\.$/],
  ['shares sessions', { unknown: 'pass' }, /^DATABASE_URL leads to a pooler in transaction mode.*\.$/],
  [
    'shares them in turn',
    { unknown: 'pass', isRoundRobin: true },
    /^DATABASE_URL leads to a pooler in transaction mode/,
  ],
] as const

test.each(poolers)('a pooler in transaction mode that %s is refused in one sentence', async (_, options, sentence) => {
  const pooler = await startTransactionPooler(database.url, options)
  const refusal = await connectionRefusal(pooler.url)
  expect(refusal).toMatch(sentence)
  expect(refusal).toContain('set it to the address of the database itself')
  await pooler.stop()
})

const address = (digit: string) => `0x${digit.repeat(40)}`
const shared = {
  PUBLIC_ORIGIN: 'http://localhost:3000',
  VAULT_SECRET: 'a random vault text of the tests',
  CHAIN_RPC_URL: 'http://localhost:9',
  CHAIN_ID: '31337',
  CHAIN_GENESIS_HASH: `0x${'a'.repeat(64)}`,
  REGISTRY_ADDRESS: address('a'),
  ESCROW_ADDRESS: address('b'),
  TOKEN_ADDRESS: address('c'),
  CIRCLE_API_KEY: 'key',
  GITHUB_APP_SLUG: 'app',
  GITHUB_CLIENT_ID: 'id',
  GITHUB_CLIENT_SECRET: 'secret',
}
const programs = {
  'tools/migrate/main.ts': {},
  'server.ts': {
    ...shared,
    PUBLIC_CHAIN_RPC_URL: 'http://localhost:9',
    GITHUB_WEBHOOK_SECRETS: 'one-secret-of-16',
    SESSION_SECRET: 'a random session text of the test',
  },
  'lib/worker/main.ts': {
    ...shared,
    CIRCLE_ENTITY_SECRET: 'e1'.repeat(32),
    REGISTRAR_PRIVATE_KEY: `0x${'1'.repeat(64)}`,
    DISPATCHER_PRIVATE_KEY: `0x${'2'.repeat(64)}`,
  },
}

test('migrations, web and worker end behind one with that sentence, and no lock outlives them', async () => {
  const pooler = await startTransactionPooler(database.url, { unknown: 'drop' })
  const ends = Object.entries(programs).map(async ([file, settings]) => {
    const { code, stderr } = await start(file, { ...settings, DATABASE_URL: pooler.url })
    return { file, code, stderr: stderr.trim() }
  })
  for (const end of await Promise.all(ends))
    expect(end).toMatchObject({ code: 1, stderr: expect.stringMatching(/^DATABASE_URL leads to a pooler [^\n]*\.$/) })
  expect(await locksOf(database.url)).toBe(0)
  await pooler.stop()
})

test('the database itself is accepted, and one that is away is named with host and port, without the password', async () => {
  expect(await connectionRefusal(database.url)).toBeUndefined()
  const line = await startLine(database.url)
  expect(await connectionRefusal(line.url)).toBeUndefined()
  await line.stop()
  const port = await freePort()
  expect(await connectionRefusal(`postgres://u:hunter2@127.0.0.1:${port}/x`)).toBe(
    `DATABASE_URL leads to 127.0.0.1:${port}, where no database can be reached (ECONNREFUSED): check host and port, and that the server runs.`,
  )
})

test('a wrong password and an unknown database are named in one sentence, without the password', async () => {
  const url = new URL(database.url)
  url.pathname = '/no_such_database'
  expect(await connectionRefusal(url.href)).toMatch(/^DATABASE_URL is refused by the server \(3D000\): check .*\.$/)
  url.password = 'hunter2'
  expect(await connectionRefusal(url.href)).toMatch(/^DATABASE_URL is refused by the server \(28P01\): check [^2]*\.$/)
})

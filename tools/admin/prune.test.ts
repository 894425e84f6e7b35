import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { guardedTables } from '#drizzle/guarded.ts'
import { retentionRules } from '#lib/data/retention-rules.ts'
import { pruneTables } from '#lib/usecases/retention/prune-tables.ts'
import type { SweepError } from '#lib/usecases/sweep-rows.ts'
import { admin as runAdmin } from '#test/admin.ts'
import { signInClient } from '#test/journey.ts'
import { rowsOf } from '#test/rows.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
})
beforeEach(async () => {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    for (const { table } of retentionRules) await tx`delete from ${tx(table)}`
  })
})
afterAll(() => service.stop())

const admin = (...words: string[]) => runAdmin(service, ...words)

const tables = retentionRules.map(({ table }) => table)
const count = async (table: string) => Number((await service.sql`select count(*) from ${service.sql(table)}`)[0]?.count)
const counts = async () =>
  Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)])))
const bytes = () => randomBytes(32)
const agentId = randomUUID()

/** A row of the table on which the rule counts from `at`, and the days that the rule gives it. */
const cases: Record<string, { days: number; row: (at: Date) => Record<string, unknown> }> = {
  provider_credentials: {
    days: 0,
    row: () => ({
      user_id: randomUUID(),
      user_token_sealed: 'x',
      encryption_key_sealed: 'x',
      refresh_token_sealed: 'x',
      device_id: 'x',
    }),
  },
  github_install_states: {
    days: 1,
    row: (at) => ({ state_hash: bytes(), session_id: randomUUID(), user_id: randomUUID(), expires_at: at }),
  },
  sessions: {
    days: 30,
    row: (at) => ({ secret_hash: bytes(), user_id: randomUUID(), user_agent: 'x', expires_at: at }),
  },
  pre_logins: { days: 1, row: (at) => ({ secret_hash: bytes(), device_id: 'x', expires_at: at }) },
  spent_provider_tokens: { days: 90, row: (at) => ({ token_hash: bytes(), created_at: at }) },
  github_install_requests: { days: 30, row: (at) => ({ user_id: randomUUID(), ended_at: at }) },
  idempotency_keys: {
    days: 30,
    row: (at) => ({
      principal: 'x',
      operation: 'x',
      key: randomUUID(),
      fingerprint: 'x',
      locked_until: at,
      created_at: at,
    }),
  },
  webhook_inbox: {
    days: 30,
    row: (at) => ({
      provider: 'github',
      delivery_id: randomUUID(),
      event_type: 'ping',
      body: bytes(),
      body_sha256: bytes(),
      processed_at: at,
    }),
  },
  webhook_deliveries: {
    days: 30,
    row: (at) => ({
      endpoint_id: randomUUID(),
      user_id: randomUUID(),
      event_id: randomUUID(),
      state: 'DELIVERED',
      created_at: at,
    }),
  },
  deleted_drafts: {
    days: 10 / 1_440,
    row: (at) => ({ id: randomUUID(), user_id: randomUUID(), draft: {}, deleted_at: at }),
  },
  mails: {
    days: 30,
    row: (at) => ({
      user_id: randomUUID(),
      event_id: randomUUID(),
      address: 'someone@example.org',
      state: 'SENT',
      created_at: at,
    }),
  },
  mail_confirmations: {
    days: 30,
    row: (at) => ({ user_id: randomUUID(), address: 'someone@example.org', token_hash: bytes(), created_at: at }),
  },
  notifications: {
    days: 180,
    row: (at) => ({ event_id: randomUUID(), user_id: randomUUID(), kind: 'money', read_at: at }),
  },
  pairings: {
    days: 30,
    row: (at) => ({
      agent_id: agentId,
      host: 'x',
      base: 'x',
      key: '0x00',
      credential_id: randomUUID(),
      nonce: 'x',
      state: 'CLAIMED',
      expires_at: at,
      ended_at: at,
    }),
  },
  runtime_outages: {
    days: 90,
    row: (at) => ({ agent_id: randomUUID(), began_at: new Date(at.getTime() - 1_000), ended_at: at }),
  },
  clone_tokens: { days: 30, row: (at) => ({ holder_id: randomUUID(), expires_at: at, revoked_at: at }) },
  probes: {
    days: 30,
    row: (at) => ({
      draft_id: randomUUID(),
      user_id: randomUUID(),
      draft_version: 1,
      digest: '0x00',
      base_commit: 'x',
      likely_paths: [],
      state: 'ENDED',
      until: at,
      ended_at: at,
    }),
  },
  shadow_seats: {
    days: 120,
    row: (at) => ({
      kind: 'RECORD',
      onchain_job_id: '1',
      attempt: 1,
      client_user_id: randomUUID(),
      worker_user_id: randomUUID(),
      agent_id: randomUUID(),
      owner_user_id: randomUUID(),
      agent_address: '0x00',
      key: '0x00',
      expected: 'PASS',
      state: 'DISMISSED',
      verify_by: '1',
      created_at: at,
    }),
  },
  worker_reports: { days: 1, row: (at) => ({ id: randomUUID(), report: {}, heard_at: at }) },
  rate_limits: { days: 1, row: (at) => ({ key: randomUUID(), points: 1, expire: at }) },
}

/** Rows as they are left behind, whatever they belonged to. */
async function leave(table: string, daysAgo: number, times = 1): Promise<void> {
  const { row } = cases[table] ?? { row: () => ({}) }
  const rows = Array.from({ length: times }, () => row(new Date(Date.now() - daysAgo * 86_400_000)))
  await service.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into ${tx(table)} ${tx(rows)}`
  })
}

/** What is over for every rule, beside the same just before its time. */
async function leaveAll(): Promise<void> {
  for (const table of tables) {
    const days = cases[table]?.days ?? 0
    await leave(table, days + 0.1)
    if (days > 0) await leave(table, days - 0.1)
  }
}
const young = Object.fromEntries(tables.map((table) => [table, (cases[table]?.days ?? 0) > 0 ? 1 : 0]))
const newestOperation = async () =>
  (
    await service.sql`select actor_kind, actor_id, evidence from events
      where name = 'operations.pruned' order by id desc limit 1`
  )[0]

test('what is over is deleted from every table with a rule, what is not stays, and the operator’s doing is an event', async () => {
  expect(tables.filter((table) => cases[table] === undefined)).toEqual([])
  await leaveAll()
  const { stdout } = await admin('prune')
  for (const table of tables) expect(stdout).toMatch(new RegExp(`^${table} +1$`, 'm'))
  expect(await counts()).toEqual(young)
  const rows = Object.fromEntries(tables.map((table) => [table, 1]))
  expect(await newestOperation()).toEqual({ actor_kind: 'system', actor_id: 'operator', evidence: { rows } })
  expect((await admin('prune')).stdout).toContain('Nothing was due.')
  expect(await counts()).toEqual(young)
})

test('a dry run shows rows and bytes by table and changes nothing but the record of its use', async () => {
  await leaveAll()
  const records = ['events', 'unsealed_events']
  const kept = guardedTables.filter((table) => !records.includes(table))
  const before = await rowsOf(service.sql, kept)
  const measured = JSON.parse((await admin('prune', '--dry-run', '--json')).stdout) as { table: string; rows: number }[]
  expect(measured).toEqual(tables.map((table) => ({ table, rows: 1, bytes: expect.any(Number) })))
  expect((await admin('prune', '--dry-run')).stdout).toMatch(/^sessions +1 +[1-9]\d+$/m)
  expect(await rowsOf(service.sql, kept)).toEqual(before)
})

test('people’s live sessions, dead letters, the newest pairing and unread notifications are not deleted for their age', async () => {
  const clara = await signInClient(service)
  await leave('pairings', 400)
  await leave('webhook_inbox', 400)
  await leave('notifications', 400)
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update webhook_inbox set processed_at = null, dead_at = now() - interval '1 year'`
    await tx`update notifications set read_at = null`
  })
  await admin('prune')
  await expect(clara.call('getMe')).resolves.toBeDefined()
  expect(await counts()).toMatchObject({
    sessions: 1,
    provider_credentials: 1,
    pairings: 1,
    webhook_inbox: 1,
    notifications: expect.any(Number),
  })
  const [unread] =
    await service.sql`select count(*)::int from notifications where user_id not in (select id from users)`
  expect(unread).toEqual({ count: 1 })
})

test('thousands of rows go in one command, beside another that runs and a row in use', async () => {
  await leave('idempotency_keys', 40, 3_500)
  const [used] = await service.sql`select key from idempotency_keys limit 1`
  await service.sql.begin(async (tx) => {
    await tx`select 1 from idempotency_keys where key = ${used?.key} for update`
    const runs = await Promise.all([1, 2].map(() => pruneTables(service.services, { isWhole: true })))
    expect(runs.reduce((sum, run) => sum + (run.idempotency_keys ?? 0), 0)).toBe(3_499)
  })
  expect(await pruneTables(service.services)).toEqual({ idempotency_keys: 1 })
})

test('a table whose rows cannot be deleted stops no other, and is named', async () => {
  await leave('sessions', 100)
  await leave('spent_provider_tokens', 100)
  await service.sql.unsafe(`
    create function stay() returns trigger language plpgsql as $$ begin raise exception 'stays'; end $$;
    create trigger stay before delete on sessions execute function stay()`)
  const done: Record<string, number> = {}
  const failed = await pruneTables(service.services, { done }).catch((error: SweepError) => error.failures)
  await service.sql`drop trigger stay on sessions`
  expect(failed).toEqual([expect.objectContaining({ row: 'sessions' })])
  expect(done.spent_provider_tokens).toBeGreaterThan(0)
})

test('the worker deletes what is over without a command', async () => {
  await leave('spent_provider_tokens', 100)
  const stop = await service.runWorker()
  await until(
    () => count('spent_provider_tokens'),
    (rows) => rows === 0,
  )
  await stop()
})

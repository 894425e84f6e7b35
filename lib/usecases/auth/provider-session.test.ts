import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type WalletFaults, walletFaults } from '#sandbox/wallet-provider/faults/client.ts'
import { atProvider, expectMoneyKept } from '#test/invariants.ts'
import { approvedDraft, askToFund, type Client, openIssue, readyClient, tidy } from '#test/journey.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import type { Wire } from '#test/wire.ts'
import { pruneTables } from '../retention/prune-tables.ts'
import { reconcileTransaction } from '../transactions/reconcile-transaction.ts'
import { requireProviderSession } from './provider-session.ts'

let service: Service
let clara: Client
let faults: WalletFaults
beforeAll(async () => {
  service = await startService()
  clara = await readyClient(service)
  faults = walletFaults(service.wallets.url)
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.wallets.mend()
  await faults.set({})
  await expectMoneyKept(service)
  await tidy(service)
})

const credentials = () => service.sql`select * from provider_credentials`

function write(statement: (tx: postgres.TransactionSql) => Promise<unknown>): Promise<unknown> {
  return service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await statement(tx)
  })
}

const age = (minutes: number) =>
  write((tx) => tx`update provider_credentials set issued_at = now() - make_interval(mins => ${minutes})`)

/** Keeps the first answer to a refresh on its way until the other requests had theirs. */
function slowFirst(line: Wire, path: string): void {
  let isFirst = true
  line.rewrite = async (request, answer) => {
    if (request.path.includes(path) && isFirst) {
      isFirst = false
      await wait(400)
    }
    return answer
  }
}

test('the provider’s session is refreshed before it ends, however many requests meet that moment', async () => {
  const [before] = await credentials()
  await age(50)
  slowFirst(service.wires.wallets, '/token/refresh')
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => clara.person.call('getWalletBalance')))
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  const [after] = await credentials()
  expect(after?.user_token_sealed).not.toBe(before?.user_token_sealed)
  expect(after?.issued_at.getTime()).toBeGreaterThan(Date.now() - 60_000)
  await expect(clara.person.call('getWalletBalance')).resolves.toBeDefined()
})

test('a refresh whose answer was lost is repeated, not lost', async () => {
  await age(50)
  service.wires.wallets.fate = ({ path }) => (path.includes('/token/refresh') ? 'lose' : 'pass')
  expect(await refusal(clara.person.call('getWalletBalance'))).toMatchObject({ code: 'provider_unavailable' })
  service.wires.wallets.mend()
  await expect(clara.person.call('getWalletBalance')).resolves.toBeDefined()
})

test('the repository host’s token is refreshed before it ends, however many requests meet that moment', async () => {
  await service.sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await tx`update github_connections set access_token_expires_at = now() + interval '1 minute'`
  })
  slowFirst(service.wires.host, '/login/oauth/access_token')
  const params = { repository_access_id: clara.access.id }
  const browse = () => clara.person.call('listRepositoryIssues', { params })
  const answers = await Promise.allSettled(Array.from({ length: 6 }, browse))
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  const [row] =
    await service.sql`select access_token_expires_at > now() + interval '1 hour' as fresh from github_connections`
  expect(row?.fresh).toBe(true)
})

test('a session that the provider ended sends the person to sign in again', async () => {
  await faults.expire('sessions')
  const refused = await refusal(clara.person.call('getWalletBalance'))
  expect(refused).toMatchObject({ status: 403, code: 'provider_session_expired', next_actions: [{ code: 'sign_in' }] })
  expect(await clara.person.call('getMe')).toMatchObject({ workspace: 'client' })
  await clara.person.signIn()
  await expect(clara.person.call('getWalletBalance')).resolves.toBeDefined()
})

test('a session that the provider ended too early is renewed once, however many requests meet that moment', async () => {
  const [before] = await credentials()
  let isRenewed = false
  const isEnded = ({ path }: { path: string }) => path.includes('/w3s/wallets') && !isRenewed
  service.wires.wallets.status = (request) => (isEnded(request) ? 403 : undefined)
  service.wires.wallets.rewrite = (request, answer) => {
    if (request.path.includes('/token/refresh')) isRenewed = true
    return isEnded(request) ? '{"code":155104,"message":"The userToken had expired."}' : answer
  }
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => clara.person.call('getWalletBalance')))
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  const [after] = await credentials()
  expect(after?.refresh_token_sealed).not.toBe(before?.refresh_token_sealed)
})

test('a renewal that ends after a new sign-in does not put the old session back', async () => {
  await age(50)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let isFirst = true
  service.wires.wallets.rewrite = async ({ path }, answer) => {
    if (path.includes('/token/refresh') && isFirst) {
      isFirst = false
      await held
    }
    return answer
  }
  const slow = clara.person.call('getWalletBalance')
  await until(
    async () => service.wires.wallets.requests.at(-1)?.path ?? '',
    (path) => path.includes('/token/refresh'),
  )
  await clara.person.signIn()
  const [fresh] = await credentials()
  release()
  await expect(slow).resolves.toBeDefined()
  expect(await credentials()).toEqual([fresh])
})

test('a renewal by the worker after sign-out does not open the session to the web again', async () => {
  const ctx = service.context()
  const [{ user_id: userId } = { user_id: '' }] = await credentials()
  await clara.person.call('logout')
  await age(50)
  const [before] = await credentials()
  await requireProviderSession(ctx, userId)
  const [after] = await credentials()
  expect(after?.user_token_sealed).not.toBe(before?.user_token_sealed)
  expect(after?.signed_out).toBe(true)
  const web = requireProviderSession({ ...ctx, actor: { kind: 'anonymous' } }, userId)
  await expect(web).rejects.toMatchObject({ code: 'provider_session_expired' })
  await clara.person.signIn()
  expect(await credentials()).toMatchObject([{ signed_out: false }])
})

test('nothing in the database tells a token of the provider in the clear (row 86)', async () => {
  const { id } = await approvedDraft(clara, await openIssue(service))
  const tokens = atProvider(service, (db) =>
    db.prepare('select user_token, encryption_key, refresh_token from session').all(),
  )
  const secrets = tokens.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
  expect(secrets.length).toBeGreaterThan(5)
  expect(await columnsTelling(secrets)).toEqual([])
  expect(await columnsTelling([id])).toContain('events.subject_id')
})

/** Every column of the database in which one of the texts is found. */
async function columnsTelling(texts: string[]): Promise<string[]> {
  const { sql } = service
  const columns = await sql`select table_schema, table_name, column_name, data_type from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema') and data_type in ('text', 'jsonb', 'json', 'bytea')`
  const telling: string[] = []
  for (const { table_schema, table_name, column_name, data_type } of columns) {
    const column = sql(column_name)
    const text = data_type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`
    const rows = await sql`select 1 from ${sql(table_schema)}.${sql(table_name)}
      where exists (select 1 from unnest(${texts}::text[]) s where strpos(${text}, s) > 0) limit 1`
    if (rows.length > 0) telling.push(`${table_name}.${column_name}`)
  }
  return telling
}

test('who only stopped coming counts as signed out once nothing is under way', async () => {
  await write((tx) => tx`update session_uses set last_seen_at = now() - interval '25 hours'`)
  await pruneTables(service.services)
  expect(await credentials()).toHaveLength(0)
  await clara.person.signIn()
  await pruneTables(service.services)
  expect(await credentials()).toHaveLength(1)
})

test('after sign-out only the worker uses the provider’s session, and only while a transaction is under way', async () => {
  const locked = await approvedDraft(clara, await openIssue(service))
  const challenge = await askToFund(clara.person, locked.id)
  await clara.person.approve(challenge.challenge_id, challenge.wallet_session)
  await clara.person.call('logout')
  expect(await refusal(clara.person.call('getWalletBalance'))).toMatchObject({ status: 401 })
  expect(await credentials()).toMatchObject([{ signed_out: true }])
  await pruneTables(service.services)
  expect(await credentials()).toHaveLength(1)

  const done = await until(
    () => reconcileTransaction(service.context(), challenge.transaction_id),
    ({ state }) => state === 'CONFIRMED',
  )
  expect(done.transactionHash).toMatch(/^0x/)
  await pruneTables(service.services)
  expect(await credentials()).toHaveLength(0)
  await clara.person.signIn()
  expect(await clara.person.call('getDraft', { params: { id: locked.id } })).toMatchObject({ state: 'FUNDED' })
  await expect(clara.person.call('getWalletBalance')).resolves.toBeDefined()
})

import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { write } from '#test/agents.ts'
import { type Client, index, readyClient } from '#test/journey.ts'
import { lie } from '#test/lie.ts'
import { wantRegistration } from '#test/registrar-queue.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { inTime } from '../../domain/in-time.ts'
import type { ReadinessPart } from '../../domain/readiness.ts'
import { readKeys, reportWorker } from './report-worker.ts'

let service: Service
let clara: Client
let stopWorker: () => Promise<void>
beforeAll(async () => {
  // A test makes blocks old and gives them no hash of that.
  service = await startService({ hasDatabaseLine: true, env: { CHAIN_HEADERS: 'other' } })
  clara = await readyClient(service)
})
/** A worker has just worked, and has ended: what it held and said is aged by the tests. */
beforeEach(async () => {
  stopWorker = await service.runWorker()
  await until(ready, ({ status }) => status === 200)
})
afterEach(async () => {
  for (const wire of Object.values(service.wires)) wire.mend()
  service.databaseLine.thaw()
  await stopWorker()
})
afterAll(() => service.stop())

type Answer = { status: number; reasons: { part: ReadinessPart; detail: string; since: string | null }[] }

async function ask(query = ''): Promise<Answer> {
  const response = await service.router(new Request(`${service.origin}/api/ready/${query}`))
  const body = (await response.json()) as { reasons?: Answer['reasons']; concerns?: Answer['reasons'] }
  return { status: response.status, reasons: body.reasons ?? body.concerns ?? [] }
}
const ready = () => ask()
const partsOf = ({ reasons }: Answer) => [...new Set(reasons.map(({ part }) => part))]

/** The reasons of a part, whether or not there are others. */
async function reasonsOf(part: ReadinessPart): Promise<Answer['reasons']> {
  return (await ready()).reasons.filter((reason) => reason.part === part)
}

/** A reason that pages can be served with: everything is a 503 with it, and traffic a 200 that lists it. */
async function expectConcern(part: ReadinessPart, detail: RegExp): Promise<void> {
  const matches = ({ reasons }: Answer) => reasons.some((reason) => reason.part === part && detail.test(reason.detail))
  const everything = await until(ready, matches)
  expect(everything.status).toBe(503)
  const traffic = await ask('?for=traffic')
  expect([traffic.status, matches(traffic)]).toEqual([200, true])
}

test('with a worker at work nothing is wrong, for everything and for traffic', async () => {
  expect(await ready()).toEqual({ status: 200, reasons: [] })
  expect(await ask('?for=traffic')).toEqual({ status: 200, reasons: [] })
  expect((await ask('?for=else')).status).toBe(400)
})

const ageLeases = (seconds: number, names = 'indexer operator-dispatcher operator-registrar') =>
  service.sql`update leases set expires_at = now() - make_interval(secs => ${seconds}) where name = any(${names.split(' ')})`
const ageReports = (seconds: number) => service.sql`
  update worker_reports set heard_at = now() - make_interval(secs => ${seconds})`

test('twenty seconds without any worker are a reason for it, ten seconds for each lease, and pages are served on', async () => {
  await stopWorker()
  await ageLeases(5)
  await ageReports(10)
  expect(await reasonsOf('worker')).toEqual([])
  expect(await reasonsOf('lease')).toEqual([])
  await ageLeases(11)
  await ageReports(21)
  await expectConcern('worker', /^No worker has reported for 2\d seconds/)
  const leases = await reasonsOf('lease')
  expect(leases.map(({ detail }) => /lease ([\w-]+)/.exec(detail)?.[1])).toEqual([
    'indexer',
    'operator-dispatcher',
    'operator-registrar',
  ])
  for (const { since } of leases) expect(Date.now() - Date.parse(since ?? '')).toBeGreaterThan(10_000)
})

test('a lease that nobody holds is named, while a worker is heard', async () => {
  await stopWorker()
  await reportWorker(service.context(), { id: crypto.randomUUID(), keys: null, calls: noCalls })
  await ageLeases(11, 'operator-registrar')
  await expectConcern('lease', /lease operator-registrar,/)
  expect(await reasonsOf('worker')).toEqual([])
})

const none = { calls: 0, failures: 0, since: null, failedAt: null, inARow: 0, wellSince: null }
const noCalls = { wallet_provider: none, repository_host: none, qualification_repository: none }

test('a key that is drained is a reason within half a minute, and none once it is refilled', async () => {
  const { address } = service.context().operators.dispatcher
  const before = await service.node.getBalance({ address })
  const set = (units: bigint) =>
    service.node.request({ method: 'anvil_setBalance' as never, params: [address, `0x${units.toString(16)}`] as never })
  await set(1n)
  await expectConcern(
    'key',
    new RegExp(
      `^The key dispatcher holds less .* send at least \\d+\\.\\d{6} of the chain's native money to ${address}`,
    ),
  )
  await set(before)
  await until(ready, ({ status }) => status === 200)
})

test('a key without its role is a reason that names its address', async () => {
  const context = service.context({ REGISTRAR_PRIVATE_KEY: generatePrivateKey() })
  await stopWorker()
  await reportWorker(context, { id: crypto.randomUUID(), keys: await readKeys(context), calls: noCalls })
  await expectConcern('key', new RegExp(`refuse the key registrar: .*${context.operators.registrar.address}`))
})

test('a key whose every step fails is named with the reason within twenty seconds, and not once a step succeeds', async () => {
  await wantRegistration(service.context())
  lie(service, [0], { method: 'eth_getTransactionCount', change: () => '0xffffffff' })
  await expectConcern(
    'key',
    /^No step of the key registrar has succeeded for 1\d seconds: .* loop operator-registrar\.$/,
  )
  service.nodeWires[0]?.mend()
  await until(ready, ({ status }) => status === 200)
})

test('a key whose calls wait for twenty seconds is a reason that says for what', async () => {
  await stopWorker()
  await write(
    service,
    (tx) => tx`insert into operator_calls
      (operator, purpose, subject, contract, action, calldata, calldata_hash, follow_up, waits_for, waiting_since)
      values ('registrar', 'register_owner', 'a test', '0x00', '{}', '0x00', '0x00', '{}', 'fee_ceiling', now() - interval '21 seconds')`,
  )
  await expectConcern('key', /^1 calls of the key registrar wait for fee_ceiling/)
  await write(service, (tx) => tx`delete from operator_calls where subject = 'a test'`)
})

test.each([
  [
    'an item of a queue',
    'queue',
    /^The queue advance-job has had an item due for 30\d seconds/,
    `insert into pgboss.job (name, data, created_on, start_after)
      values ('advance-job', '{"onchainJobId":"0"}', now() - interval '301 seconds', now() - interval '301 seconds')`,
  ],
  [
    'a received webhook',
    'queue',
    /^A webhook that was received has waited for 60\d seconds/,
    `insert into webhook_inbox (provider, delivery_id, event_type, body, body_sha256, received_at)
      values ('github', 'a test', 'ping', '{}', '', now() - interval '601 seconds')`,
  ],
  [
    'an event without a seal',
    'audit_trail',
    /^Events of the audit trail have had no seal for 2\d seconds/,
    `insert into events (id, actor_kind, actor_id, subject_type, subject_id, name, created_at)
      values (uuidv7(interval '-21 seconds'), 'system', 'test', 'test', 'test', 'test', now() - interval '21 seconds')`,
  ],
] as const)('%s that waits longer than its alarm allows is a reason', async (_, part, detail, insert) => {
  await stopWorker()
  await write(service, async (tx) => tx.unsafe(insert))
  await expectConcern(part, detail)
})

test.each([
  ['wallet provider', 'wallet_provider', 'wallets', () => clara.person.call('syncWallet')],
  [
    'repository host',
    'repository_host',
    'host',
    () => clara.person.call('listRepositoryIssues', { params: { repository_access_id: clara.access.id } }),
  ],
] as const)('a %s that fails again and again is a reason, a single failure is not', async (name, part, wire, call) => {
  service.wires[wire].fate = () => 'cut'
  await call().catch(() => undefined)
  expect(await reasonsOf(part)).toEqual([])
  for (let failure = 0; failure < 40 && (await reasonsOf(part)).length === 0; failure += 1)
    await call().catch(() => undefined)
  await expectConcern(part, new RegExp(`calls to the ${name} failed in 5 minutes`))
  service.wires[wire].mend()
  for (let success = 0; success < 80 && (await reasonsOf(part)).length > 0; success += 1)
    await call().catch(() => undefined)
  expect(await reasonsOf(part)).toEqual([])
})

const neverAnswer = () => new Promise<never>(() => undefined)

test.each([
  ['refuse connections', () => 'cut' as const],
  ['never answer', neverAnswer],
])('providers that nobody calls, and that %s, are named within half a minute', async (_, fate) => {
  const asked: number[] = []
  service.wires.host.fate = fate
  service.wires.wallets.fate = () => {
    asked.push(performance.now())
    return fate()
  }
  await expectConcern('wallet_provider', /calls to the wallet provider failed/)
  await expectConcern('repository_host', /calls to the repository host failed/)
  await expectConcern('qualification_repository', /calls to the qualification repository failed.*npm run doctor/)
  // Five failures name it; more calls are made in the five seconds until the fifth fails, and in those until the next report.
  expect(asked.length).toBeLessThanOrEqual(12)
  // One that answers is asked every ten seconds.
  const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0))
  expect(pauses.toSorted((a, b) => a - b)[pauses.length >> 1]).toBeLessThan(5_000)
  for (const wire of [service.wires.wallets, service.wires.host]) wire.mend()
  // The calls that hang fail after the first that are answered; then it takes three more answers, ten seconds apart.
  await until(ready, ({ status }) => status === 200, 90)
})

test('an indexer that is two minutes behind the chain, or halted, is a reason', async () => {
  await stopWorker()
  await index(service)
  await service.node.mine({ blocks: 2, interval: 130 })
  await expectConcern('indexer', /^The indexer is \d+ seconds behind the newest block/)
  await index(service)
  expect(await reasonsOf('indexer')).toEqual([])
  await write(service, (tx) => tx`update chain_cursor set halted_reason = 'a test'`)
  await expectConcern('indexer', /^The indexer is halted: a test\./)
  await write(service, (tx) => tx`update chain_cursor set halted_reason = null`)
})

test('an old newest block is a reason', async () => {
  await stopWorker()
  service.wires.chain.rewrite = (_, text) =>
    text.replaceAll(
      /"timestamp":"0x[0-9a-f]+"/g,
      `"timestamp":"0x${(Math.floor(Date.now() / 1_000) - 400).toString(16)}"`,
    )
  await expectConcern('chain', /^The newest block is 4\d\d seconds old/)
})

test.each([
  [
    'older',
    /^The database is at \d{4}_[\w-]+\.sql, and this program needs \d{4}_[\w-]+\.sql: run `npm run migrate`/,
    `delete from applied_migrations where name = (select max(name) from applied_migrations)`,
  ],
  [
    'another',
    /^The database's migration 0007_discovery\.sql is not this program's/,
    `update applied_migrations set checksum = 'x' where name like '0007%'`,
  ],
])('a database with %s schema is a 503, for traffic too', async (_, detail, change) => {
  const rows = await service.sql`select name, checksum from applied_migrations`
  await service.sql.unsafe(change)
  for (const query of ['', '?for=traffic'])
    expect(await ask(query)).toMatchObject({
      status: 503,
      reasons: [{ part: 'schema', detail: expect.stringMatching(detail), since: null }],
    })
  await service.sql`delete from applied_migrations`
  await service.sql`insert into applied_migrations ${service.sql(rows, 'name', 'checksum')}`
})

test('a database with a newer schema is a reason, and traffic goes on', async () => {
  await service.sql`insert into applied_migrations values ('9999_future.sql', '')`
  await expectConcern('schema', /^The database is at 9999_future\.sql, and this program ends at \d{4}_/)
  await service.sql`delete from applied_migrations where name = '9999_future.sql'`
})

test('a read-only database is a 503, for traffic too', async () => {
  await stopWorker()
  const name = new URL(service.variables.DATABASE_URL ?? '').pathname.slice(1)
  const reconnect = async () => {
    await service.databaseLine.cut()
    await service.databaseLine.mend()
  }
  await service.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`)
  await reconnect()
  const answer = await until(
    () => ask('?for=traffic'),
    ({ reasons }) => /read-only/.test(reasons[0]?.detail ?? ''),
  )
  expect([answer.status, answer.reasons[0]?.part]).toEqual([503, 'database'])
  await service.sql.unsafe(`alter database ${name} reset default_transaction_read_only`)
  await reconnect()
})

test('a silent database and a chain that is cut off are both named within six seconds, for traffic too', async () => {
  await stopWorker()
  service.databaseLine.freeze()
  service.wires.chain.fate = () => 'cut'
  for (const query of ['', '?for=traffic']) {
    const answer = await inTime(ask(query), 6_000)
    expect([answer?.status, answer && partsOf(answer)]).toEqual([503, ['database', 'chain']])
  }
})

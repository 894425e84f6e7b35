import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { write } from '#test/agents.ts'
import { type Client, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { type Exposition, sampleOf, scrape } from '#test/scrape.ts'
import { apiKey, entitySecret, providerKey, type Service, startService } from '#test/service.ts'
import { killHard, spawnWorker } from '#test/spawn-worker.ts'
import { until } from '#test/until.ts'
import { operations } from '../domain/operations.ts'
import { closeBooks } from '../usecases/books/close-books.ts'
import { serveMetrics } from './serve-metrics.ts'

let service: Service
let clara: Client
let jobId: string
const ports = { web: 0, worker: 0 }

beforeAll(async () => {
  service = await startService({ hasDatabaseLine: true, env: { RATE_LIMIT_HEALTH: '5' } })
  clara = await readyClient(service)
  jobId = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  await index(service)
  await closeBooks(service.context())
  ports.web = await serve('web')
  ports.worker = await serve('worker')
})
afterEach(async () => {
  service.wires.chain.mend()
  service.wires.wallets.mend()
  service.databaseLine.thaw()
})
afterAll(() => service.stop())

async function serve(program: 'web' | 'worker'): Promise<number> {
  const port = await freePort()
  const env = { METRICS_PORT: port, METRICS_HOST: '127.0.0.1' }
  const { services } = service
  const context = service.context()
  const worker = { services: { ...services, ...context }, env, operators: context.operators }
  service.onStop(await serveMetrics(program === 'worker' ? worker : { services, env }))
  return port
}

const ask = (path: string, init: RequestInit = {}) => service.router(new Request(`${service.origin}${path}`, init))
const requestsOf = async (labels: Record<string, string>) =>
  sampleOf(await scrape(ports.web), 'jobwright_requests_total', labels) ?? 0

test('each answer moves the counter and the histogram of its operation', async () => {
  const me = { operation: 'getMe', status: '4xx' }
  const before = await requestsOf(me)
  for (let request = 0; request < 3; request += 1) expect((await ask('/api/v1/auth/me/')).status).toBe(401)
  const after = await scrape(ports.web)
  expect(sampleOf(after, 'jobwright_requests_total', me)).toBe(before + 3)
  expect(sampleOf(after, 'jobwright_request_seconds_bucket', { operation: 'getMe', le: '+Inf' })).toBe(
    sampleOf(after, 'jobwright_request_seconds_count', { operation: 'getMe' }),
  )
  expect([...after.types.values()].every((type) => ['counter', 'gauge', 'histogram'].includes(type))).toBe(true)
  expect(sampleOf(after, 'process_resident_memory_bytes', { program: 'web' })).toBeGreaterThan(1_000_000)
  expect(sampleOf(after, 'nodejs_eventloop_lag_seconds')).toBeGreaterThanOrEqual(0)
})

test('a request that is one too many moves the counter of its limit', async () => {
  const limited = async () => sampleOf(await scrape(ports.web), 'jobwright_rate_limited_total', { rate: 'health' }) ?? 0
  const before = await limited()
  while ((await ask('/api/health/')).status !== 429);
  expect(await limited()).toBe(before + 1)
})

test('a provider that is cut off moves the counter of its failures', async () => {
  const failures = async () =>
    sampleOf(await scrape(ports.web), 'jobwright_outside_calls_total', {
      service: 'wallet_provider',
      outcome: 'unavailable',
    }) ?? 0
  const before = await failures()
  service.wires.wallets.fate = () => 'cut'
  await expect(clara.person.call('syncWallet')).rejects.toThrow()
  expect(await failures()).toBeGreaterThan(before)
})

test('blocks that the indexer has not read are its lag, and a halt is seen', async () => {
  await index(service)
  await service.node.mine({ blocks: 7 })
  const lagging = await scrape(ports.worker)
  expect(sampleOf(lagging, 'jobwright_indexer_lag_blocks')).toBeGreaterThanOrEqual(7)
  expect(sampleOf(lagging, 'jobwright_indexer_halted')).toBe(0)
  await index(service)
  expect(sampleOf(await scrape(ports.worker), 'jobwright_indexer_lag_blocks')).toBeLessThan(7)
  await write(service, (tx) => tx`update chain_cursor set halted_reason = 'a test'`)
  expect(sampleOf(await scrape(ports.web), 'jobwright_indexer_halted')).toBe(1)
  await write(service, (tx) => tx`update chain_cursor set halted_reason = null`)
})

test('money, keys and open work are what chain and records say', async () => {
  const metrics = await scrape(ports.worker)
  const held = await service.context().chain.balanceAt(service.context().chain.escrow, await newestFinal())
  expect(sampleOf(metrics, 'jobwright_escrow_held_units')).toBe(Number(held))
  expect(sampleOf(metrics, 'jobwright_escrow_ledger_units')).toBe(Number(held))
  expect(sampleOf(metrics, 'jobwright_escrow_missing_units')).toBe(0)
  expect(sampleOf(metrics, 'jobwright_jobs', { state: 'OPEN' })).toBe(1)
  const { balance } = await service.context().operators.dispatcher.fuel()
  expect(sampleOf(metrics, 'jobwright_operator_balance_units', { key: 'dispatcher' })).toBe(Number(balance))
  expect(sampleOf(await scrape(ports.web), 'jobwright_operator_balance_units')).toBeUndefined()
  expect(sampleOf(metrics, 'jobwright_unsealed_events')).toBeGreaterThan(0)
  expect(sampleOf(metrics, 'jobwright_seal_age_seconds')).toBeGreaterThan(0)
  await write(service, (tx) => tx`update escrow_books set balance = balance - 5`)
  expect(sampleOf(await scrape(ports.worker), 'jobwright_escrow_missing_units')).toBe(5)
})

const isUp = (metrics: Exposition, source: string) => sampleOf(metrics, 'jobwright_source_up', { source })

async function newestFinal(): Promise<bigint> {
  const [row] = await service.sql`select through_block from escrow_books`
  return BigInt(row?.through_block)
}

test('while the chain or the database is away the others are served, and what cannot be read has no value', async () => {
  service.wires.chain.fate = () => 'cut'
  const unchained = await until(
    () => scrape(ports.worker),
    (metrics) => isUp(metrics, 'chain') === 0 && isUp(metrics, 'database') === 1,
  )
  expect(sampleOf(unchained, 'jobwright_indexer_lag_blocks')).toBeUndefined()
  expect(sampleOf(unchained, 'jobwright_jobs', { state: 'OPEN' })).toBe(1)
  service.wires.chain.mend()
  service.databaseLine.freeze()
  const frozen = await scrape(ports.web)
  expect(isUp(frozen, 'database')).toBe(0)
  expect(sampleOf(frozen, 'jobwright_jobs')).toBeUndefined()
  expect(sampleOf(frozen, 'process_cpu_seconds_total')).toBeGreaterThan(0)
  service.databaseLine.thaw()
  await until(
    () => scrape(ports.worker),
    (metrics) => ['chain', 'database', 'keys'].every((source) => isUp(metrics, source)),
  )
})

/** Every name with its labels. */
const seriesOf = ({ samples }: Exposition) => samples.map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)

test('requests with other ids, paths and parameters add no series, and none of them is served', async () => {
  const canary = 'canary-5f2c9'
  const paths = (mark: string) => [
    `/api/v1/jobs/${mark}/`,
    `/api/v1/public/issues/${mark}/?words=${mark}`,
    `/api/${mark}/`,
    `/api/v1/client/job-drafts/${crypto.randomUUID()}/?${mark}=1`,
  ]
  const headers = { cookie: clara.person.cookieHeader(), 'user-agent': canary }
  const askAll = async (mark: string) => {
    for (const path of paths(mark)) await ask(path, { headers })
  }
  await askAll(canary)
  const before = seriesOf(await scrape(ports.web))
  for (let round = 0; round < 20; round += 1) await askAll(`${canary}-${round}`)
  await clara.person.call('getJob', { params: { onchain_job_id: jobId } })
  const { text, samples } = await scrape(ports.web)
  const all = `${text}${(await scrape(ports.worker)).text}`
  const added = seriesOf(await scrape(ports.web)).filter((series) => !before.includes(series))
  // A kind of garbage collection has a series from the first time it runs, whatever is asked.
  const byRequests = added.filter((series) => !series.startsWith('nodejs_gc_duration_seconds'))
  expect(byRequests.filter((series) => !series.includes('"getJob"'))).toEqual([])
  const known = [...Object.keys(operations), 'page', 'other']
  expect(samples.flatMap(({ labels }) => labels.operation ?? []).filter((name) => !known.includes(name))).toEqual([])
  const [person] = await service.sql`select id from users limit 1`
  const keys = Object.values(service.chain.keys)
  const hidden = [
    canary,
    clara.wallet,
    person?.id,
    apiKey,
    entitySecret,
    providerKey,
    ...keys,
    'localhost',
    'postgres://',
  ]
  expect(hidden.filter((text) => all.toLowerCase().includes(String(text).toLowerCase()))).toEqual([])
})

test('only /metrics is served, and only for reading', async () => {
  const place = `http://127.0.0.1:${ports.web}`
  const answers = await Promise.all([fetch(`${place}/`), fetch(`${place}/metrics`, { method: 'POST' })])
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
})

/** The ports that a process listens on, as the system says. */
function listeningPorts({ pid }: ChildProcess): number[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return ''
    }
  })
  const rows = ['tcp', 'tcp6'].flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n').slice(1))
  return rows.flatMap((row) => {
    const [, local = '', , state, , , , , , inode] = row.trim().split(/\s+/)
    if (state !== '0A' || !sockets.includes(`socket:[${inode}]`)) return []
    return [Number.parseInt(local.split(':')[1] ?? '', 16)]
  })
}

test('the worker program serves its metrics where METRICS_PORT says, and listens nowhere without it', async () => {
  const running = async (child: ChildProcess) => {
    for (let log = ''; !log.includes('worker is running'); ) log += String(await once(child.stdout as never, 'data'))
  }
  const logged = { ...service, variables: { ...service.variables, LOG_LEVEL: 'info' } }
  const silent = spawnWorker(logged)
  await running(silent)
  expect(listeningPorts(silent)).toEqual([])
  await killHard(silent)
  const port = await freePort()
  const served = spawnWorker({ ...logged, variables: { ...logged.variables, METRICS_PORT: String(port) } })
  await running(served)
  expect(listeningPorts(served)).toEqual([port])
  expect(sampleOf(await scrape(port), 'jobwright_source_up', { source: 'keys', program: 'worker' })).toBe(1)
})

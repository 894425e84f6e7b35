import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { freePort } from '#sandbox/chain/free-port.ts'
import { alarmPlays, type Stage } from '#test/alarm-plays.ts'
import { type Crew, crewEnv, hear, readyCrew } from '#test/crew.ts'
import { fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { promtool, ringing, type Scraped } from '#test/promtool.ts'
import { followRunbook } from '#test/runbooks.ts'
import { scrape } from '#test/scrape.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'
import { openSchemaCheck } from '../data/schema-check.ts'
import { failingProvider, readinessSeconds } from '../domain/readiness.ts'
import { closeBooks } from '../usecases/books/close-books.ts'
import { readReadiness } from '../usecases/service/read-readiness.ts'
import { readKeys, reportWorker } from '../usecases/service/report-worker.ts'
import { createProgramMetrics, type ProgramMetrics } from './program-metrics.ts'
import { serveMetrics } from './serve-metrics.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(resolve(root, name), 'utf8')

type Rule = { alert: string; expr: string; for?: string; labels: object; annotations: Record<string, string> }
type Panel = { title: string; targets?: { expr: string }[] }
const { groups } = parse(read('docs/deploy/prometheus/rules.yaml')) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const { panels } = JSON.parse(read('docs/deploy/grafana/jobwright.json')) as { panels: Panel[] }
const graphs = panels.filter(({ targets }) => targets)

let service: Service
let crew: Crew
let stage: Stage
/** Every metric that the programs serve, with the samples of its histograms. */
let served: Set<string>
const ports: Record<string, number> = {}
beforeAll(async () => {
  service = await startService({
    hasDatabaseLine: true,
    nodes: 3,
    runtimePlaces: 4,
    env: { ...crewEnv, RATE_LIMIT_HEALTH: '5', CHAIN_HEADERS: 'other', MAIL_FROM: 'notifications@jobwright.test' },
    workerEnv: { SMTP_URL: 'smtp://127.0.0.1:9' },
  })
  const clara = await readyClient(service)
  const { onchain_job_id: jobId } = await fundedJob(clara, await openIssue(service))
  crew = await readyCrew(service, [], ['vera', 'victor', 'viola', 'vito'])
  await index(service)
  await closeBooks(service.context())
  await seemToWork()
  service.onStop(await serve('first', service.services.metrics))
  let stop = await serve('second', createProgramMetrics('second'))
  service.onStop(() => stop())
  const second = {
    stop: () => stop(),
    start: async () => {
      stop = await serve('second', createProgramMetrics('second'))
    },
  }
  stage = { service, clara, jobId, second }
  const { types } = await scrape(ports.first ?? 0)
  const names = [...types].flatMap(([name, type]) =>
    type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`) : [name],
  )
  served = new Set(names)
})
afterAll(() => service.stop())

const none = { calls: 0, failures: 0, since: null, failedAt: null, inARow: 0, wellSince: null }

/** A worker that has just been heard, and holds every lease for as long as the tests take. */
async function seemToWork(): Promise<void> {
  const stopWorker = await service.runWorker()
  const leases = () => service.sql`select name from leases`
  await until(leases, (rows) => rows.length >= 3)
  await stopWorker()
  await reportWorker(service.context(), {
    id: crypto.randomUUID(),
    keys: await readKeys(service.context()),
    calls: { wallet_provider: none, repository_host: none },
  })
  await service.sql`update worker_reports set heard_at = now() + interval '1 hour'`
  await service.sql`update leases set expires_at = now() + interval '1 hour'`
}

/** Serves what a program of this name would. */
async function serve(name: string, metrics: ProgramMetrics): Promise<() => Promise<void>> {
  ports[name] ??= await freePort()
  const env = { METRICS_PORT: ports[name], METRICS_HOST: '127.0.0.1' }
  const context = service.context()
  const services = { ...service.services, ...context, metrics }
  const program = {
    watch: services.watch,
    checkSchema: openSchemaCheck(),
    recentCalls: metrics.recentCalls,
    workerId: null,
  }
  const readReasons = async () => (await readReadiness(context, program)).reasons
  return serveMetrics({ services, env, operators: context.operators, readReasons })
}

async function readPrograms(): Promise<Scraped> {
  const all = Object.entries(ports).map(async ([name, port]) => [name, await scrape(port).catch(() => null)] as const)
  return Object.fromEntries(await Promise.all(all))
}

/** Whether every source of every program was read. */
const isWhole = (all: Scraped) =>
  Object.values(all).every((one) =>
    one?.samples.every(({ name, value }) => name !== 'jobwright_source_up' || value === 1),
  )

/** Reads until none of these alarms rings; other programs of a busy machine may delay that. */
async function readUntilQuiet(before: Scraped, isMeant: (name: string) => boolean): Promise<Scraped> {
  const read = async () => {
    const now = await readPrograms()
    return { now, left: isWhole(now) ? (await ringing(before, now)).filter(isMeant) : ['a source that is not read'] }
  }
  return (await until(read, ({ left }) => left.length === 0)).now
}

let before: Scraped
test('in good health no alarm rings', async () => {
  const first = await readPrograms()
  await hear(crew.verifiers)
  before = await readUntilQuiet(first, () => true)
})

test('a fault is played for each alarm', () => {
  const played = [...alarmPlays.keys()].flatMap((names) => names.split(', '))
  expect(played.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted())
})

/** What the steps of a runbook bring to light while the fault lasts, where it names steps for the service's own records. */
const shows: Record<string, RegExp> = {
  SourceUnreadable: /^503 .*"part":"database"/,
  NotReady: /^503 .*"part":"/,
  IndexerHalted: /halted/i,
  EscrowLacksMoney: /block/,
  RecordsDiffer: /differ/i,
  KeyWaits: /fee_ceiling/,
  WithdrawalInDoubt: /0x00/,
  TransactionStuck: /SUBMITTED/,
  TransactionMismatched: /MISMATCHED/,
  PaymentsSlow: /call/i,
  DeadLetters: /github/,
}

test.each([...alarmPlays])(
  '%s: rings with the fault, its runbook shows the fault, and it is quiet when that is mended',
  async (names, play) => {
    const alarms = names.split(', ').toSorted()
    // A program that the fault keeps busy may not be read at once.
    const read = async () => {
      const during = await readPrograms()
      return { rang: (await ringing(before, during)).filter((name) => alarms.includes(name)) }
    }
    await play.fault(stage)
    const { rang } = await until(read, (one) => one.rang.length === alarms.length)
    for (const alarm of alarms)
      if (shows[alarm]) expect((await followRunbook(service, alarm)).join()).toMatch(shows[alarm])
    // What the runbook asked counts too.
    const during = await readPrograms()
    await play.mend(stage)
    await hear(crew.verifiers)
    expect(rang).toEqual(alarms)
    before = await readUntilQuiet(during, (name) => alarms.includes(name))
  },
)

/** The metrics in an expression: names that are no label, no function and no word of the language. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/\{[^}]*\}/g, '')
    .replace(/\b(by|on|without) \([^)]*\)/g, '')
    .replace(/\[\w+\]/g, '')
  const names = bare.match(/[a-z_][a-z_0-9]*\b(?! *\()/g) ?? []
  return names.filter((name) => !['or', 'and', 'offset', 'd', 'e9'].includes(name))
}

test('every metric of an alarm or a graph is one that the programs serve', () => {
  expect(metricsIn('sum by (a) (rate(x_total{b="c"}[5m])) > 1 and on () y or vector(0)')).toEqual(['x_total', 'y'])
  const expressions = [...rules, ...graphs.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr)
  expect(expressions.length).toBeGreaterThan(50)
  const named = [...new Set(expressions.flatMap(metricsIn))]
  // Prometheus makes `up` for each target.
  expect(named.filter((name) => !served.has(name))).toEqual(['up'])
})

test('every metric that the programs add to those of Node.js is on the dashboard or in an alarm', () => {
  const named = new Set(
    [...rules, ...graphs.flatMap(({ targets = [] }) => targets)].flatMap(({ expr }) => metricsIn(expr)),
  )
  const ours = [...served].filter((name) => name.startsWith('jobwright_') && !/_(count|sum)$/.test(name))
  expect(ours.filter((name) => !named.has(name))).toEqual([])
})

test('every alarm has a severity, a summary and a section of the operations document, and every section an alarm', () => {
  const [, chapter = ''] = read('docs/operations.md').split('\n## When an alarm rings\n')
  const sections = [...(chapter.split('\n## ')[0] ?? '').matchAll(/^### (\w+)$/gm)].map((match) => match[1])
  expect(rules.map(({ alert }) => alert)).toEqual(sections)
  expect(new Set(sections).size).toBe(sections.length)
  for (const { alert, labels, annotations } of rules) {
    expect(labels).toEqual({ severity: expect.stringMatching(/^(critical|warning)$/) })
    expect(annotations.summary).toBeTruthy()
    expect(annotations.runbook_url).toBe(`docs/operations.md#${alert.toLowerCase()}`)
  }
})

test('every alarm compares with a threshold, and waits for a time that Prometheus can read', () => {
  for (const { expr, for: pause = '0m' } of rules) {
    expect(expr).toMatch(/ (>|<|==) /)
    expect(pause).toMatch(/^\d+m$/)
  }
})

test('readiness gives a reason from the threshold of the alarm with its name', () => {
  const ofAlarms = Object.entries(readinessSeconds).filter(([name]) => /^[A-Z]/.test(name))
  for (const [name, seconds] of ofAlarms)
    expect([name, rules.find(({ alert }) => alert === name)?.expr]).toEqual([
      name,
      expect.stringMatching(new RegExp(` > ${seconds}$`)),
    ])
  const { expr } = rules.find(({ alert }) => alert === 'ProviderFails') ?? { expr: '' }
  expect(expr).toMatch(new RegExp(`> ${failingProvider.share}$`))
  expect(expr).toContain(`[${failingProvider.minutes}m]`)
})

test('Prometheus takes the rules and the configuration', async () => {
  const file = resolve(root, 'docs/deploy/prometheus/prometheus.yaml')
  expect(await promtool('check', 'config', file)).toMatchObject({ succeeds: true })
})

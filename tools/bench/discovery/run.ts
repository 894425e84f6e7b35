import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { inTransaction, openPool } from '#lib/data/database.ts'
import { countLargeParts } from '#lib/data/public-facet-counts.ts'
import { type Ask, kindsOf, readSamples, type Sample } from './asks.ts'
import { measureCompression } from './compression.ts'
import { createDatabase, startDatabase } from './database.ts'
import { explainReads, rowsRead } from './explain.ts'
import { readMachine } from './machine.ts'
import { type Measure, measure } from './measure.ts'
import { type Program, startApi, startControl, startWeb } from './programs.ts'
import { createRandom } from './random.ts'
import { judge, type Line, type Options, type Result, table } from './report.ts'
import { seed } from './seed.ts'

/** Measures public reading at each size, beside servers that do less; answers whether every target is met. */
export async function benchDiscovery(options: Options): Promise<boolean> {
  const server = await startDatabase()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => server.stop().finally(() => process.exit(130)))
  try {
    const results: Result[] = []
    for (const issues of options.sizes) {
      console.error(`${issues} issues`)
      results.push(await benchSize(await createDatabase(server, `issues_${issues}`), issues, options))
    }
    const verdicts = judge(results)
    const machine = await readMachine(server.url('postgres'))
    const file = join(await mkdtemp(join(tmpdir(), 'jobwright-bench-results-')), 'discovery.json')
    await writeFile(file, JSON.stringify({ machine, options, results, verdicts }, null, 2))
    console.log(table({ machine, options, results, verdicts }))
    console.log(`\nAll numbers: ${file}`)
    return verdicts.every(({ isMet }) => isMet)
  } finally {
    await server.stop()
  }
}

async function benchSize(url: string, issues: number, options: Options): Promise<Result> {
  const seedSeconds = await secondsOf(() => seed(url, issues))
  const countSeconds = await secondsOf(() => count(url))
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const samples = await readSamples(sql)
  await sql.end({ timeout: 5 })
  const lines = [
    ...(await withProgram(startWeb(url, { ...options, cacheSeconds: 0 }), (web) => ours(web, samples, url, options))),
    ...(await withProgram(startWeb(url, { ...options, cacheSeconds: 10 }), (web) => cached(web, samples, options))),
    ...(await withProgram(startControl(url), (control) => controls(control, samples, issues, options))),
  ]
  const compressionOf = (answers: 'fresh' | 'kept', cacheSeconds: number) =>
    withProgram(startApi(url, cacheSeconds), (api) => measureCompression(api, samples, { ...options, answers }))
  const compression = [...(await compressionOf('fresh', 0)), ...(await compressionOf('kept', 10))]
  return { issues, seedSeconds, countSeconds, lines, compression }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}

/** As the worker program does from time to time. */
async function count(url: string): Promise<void> {
  const db = openPool({ url, max: 1, applicationName: 'jobwright-count' })
  await inTransaction(db, countLargeParts)
  await db.$client.end({ timeout: 5 })
}

async function withProgram<P extends Program, T>(starting: Promise<P>, work: (program: P) => Promise<T>): Promise<T> {
  const program = await starting
  try {
    return await work(program)
  } finally {
    await program.stop()
  }
}

async function ours(web: Program, samples: Sample[], url: string, options: Options): Promise<Line[]> {
  const kinds = kindsOf(samples)
  const lines: Line[] = []
  for (const [name, ask] of Object.entries(kinds)) {
    const rows = await rowsOf(url, ask)
    lines.push({ name, rows, ...(await measure({ ...options, origin: web.origin, call: ask })) })
  }
  return [
    ...lines,
    { name: 'notModified', rows: null, ...(await notModified(web.origin, kinds.first().path, options)) },
  ]
}

/** The same few pages again and again, as many visitors ask for them. */
async function cached(web: Program, samples: Sample[], options: Options): Promise<Line[]> {
  const { deep, first } = kindsOf(samples)
  const paths = Array.from({ length: 20 }, () => deep().path)
  let turn = 0
  const call = () => {
    turn += 1
    return { path: paths[turn % paths.length] ?? '' }
  }
  return [
    { name: 'cached', rows: null, ...(await measure({ ...options, origin: web.origin, call })) },
    { name: 'cachedNotModified', rows: null, ...(await notModified(web.origin, first().path, options)) },
  ]
}

async function controls(control: Program, samples: Sample[], issues: number, options: Options): Promise<Line[]> {
  const random = createRandom(19)
  const pick = () => samples[Math.floor(random() * samples.length)]
  const deep = () => {
    const { position = '', id = '' } = pick() ?? {}
    return `/deep?${new URLSearchParams({ position, id })}`
  }
  const paths: Record<string, () => string> = {
    bareFirst: () => '/first',
    bareDeep: deep,
    offsetDeep: () => `/offset?offset=${Math.floor(random() * issues)}`,
  }
  const lines: Line[] = []
  for (const [name, path] of Object.entries(paths)) {
    const call = () => ({ path: path() })
    lines.push({ name, rows: null, ...(await measure({ ...options, origin: control.origin, call })) })
  }
  return [...lines, { name: 'bareNotModified', rows: null, ...(await notModified(control.origin, '/same', options)) }]
}

async function notModified(origin: string, path: string, options: Options): Promise<Measure> {
  const response = await fetch(`${origin}${path}`)
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
  return measure({ ...options, origin, call: () => ({ path }), headers, status: 304 })
}

/** Rows that the database reads for one request; the mean of ten. */
async function rowsOf(url: string, ask: () => Ask): Promise<number> {
  const plans = await explainReads(url, async (db) => {
    for (let turn = 0; turn < 10; turn += 1) await ask().read(db)
  })
  return plans.reduce((sum, plan) => sum + rowsRead(plan), 0) / 10
}

import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { prepareQueues } from '#lib/queue/boss-queue.ts'
import { createDatabase, startDatabase } from '../discovery/database.ts'
import { readMachine } from '../discovery/machine.ts'
import { measure } from '../discovery/measure.ts'
import { type Program, startControl, startWeb, webVariables } from '../discovery/programs.ts'
import { type Line, medianOf, type Options, type Result, shareMin, sharesOf, table } from './report.ts'
import { seed } from './seed.ts'
import { type Workload, workloadsOf } from './workloads.ts'

/** Measures the API beside a bare server, in rounds by turns; answers whether every target is met. */
export async function benchApi(options: Options): Promise<boolean> {
  const server = await startDatabase({ shared_preload_libraries: 'pg_stat_statements' })
  const programs: Record<string, Program> = {}
  const stop = async () => {
    await Promise.all(Object.values(programs).map((program) => program.stop()))
    await server.stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop().finally(() => process.exit(130)))
  try {
    const url = await createDatabase(server, 'api')
    await prepareQueues(url)
    await seed(url)
    const start = (root?: string) => startWeb(url, { cacheSeconds: 0, isApiOnly: false, ...(root && { root }) })
    programs.control = await startControl(url, new URL('serve-control.ts', import.meta.url))
    if (options.beside) programs.beside = await start(options.beside)
    programs.web = await start()
    const results = await measureAll(url, programs, options)
    const machine = await readMachine(server.url('postgres'))
    const file = join(await mkdtemp(join(tmpdir(), 'jobwright-bench-results-')), 'api.json')
    await writeFile(file, JSON.stringify({ machine, options, results }, null, 2))
    console.log(table({ machine, options, results }))
    console.log(`\nAll numbers: ${file}`)
    return sharesOf(results).every((share) => share >= shareMin)
  } finally {
    await stop()
  }
}

async function measureAll(url: string, programs: Record<string, Program>, options: Options): Promise<Result[]> {
  const { SESSION_SECRET = '', GITHUB_WEBHOOK_SECRETS = '' } = webVariables(url, 1, 0)
  const workloads = await workloadsOf({ session: SESSION_SECRET, webhook: GITHUB_WEBHOOK_SECRETS })
  const chosen = Object.entries(workloads).filter(([name, { title }]) => `${name}\n${title}`.includes(options.only))
  if (chosen.length === 0)
    throw new Error(`No workload is called ${options.only}; there are ${Object.keys(workloads).join(', ')}.`)
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  try {
    const results: Result[] = []
    for (const [name, workload] of chosen) {
      console.error(workload.title)
      const rounds: Record<string, Line[]> = {}
      for (let round = 0; round < options.rounds; round += 1)
        for (const [server, program] of Object.entries(programs)) {
          const call = server === 'control' ? () => ({ path: `/${name}` }) : workload.call
          const line = await measureOne(sql, program, { ...workload, call }, options)
          rounds[server] = [...(rounds[server] ?? []), line]
        }
      const servers = Object.entries(rounds).map(([server, lines]) => [server, medianOf(lines)])
      results.push({ title: workload.title, servers: Object.fromEntries(servers) })
    }
    return results
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** The first requests are not counted: the programs have much to compile yet, and connections to open. */
async function measureOne(
  sql: postgres.Sql,
  { origin, cpuSeconds }: Program,
  { call, status = 200 }: Workload,
  { seconds, connections }: Options,
): Promise<Line> {
  const load = { origin, call, connections, status }
  await measure({ ...load, seconds: 1 })
  await sql`select pg_stat_statements_reset()`
  const before = await cpuSeconds()
  const line = await measure({ ...load, seconds, isWarm: true })
  const cpuMs = ((await cpuSeconds()) - before) * 1_000
  const [row] = await sql`select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
    where query not like '%pg_stat_statements%'`
  return { ...line, cpuMs: cpuMs / line.requests, statements: row?.calls / line.requests }
}

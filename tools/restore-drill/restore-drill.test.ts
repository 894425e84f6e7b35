import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { write } from '#test/agents.ts'
import { advanceUntil, assign, type Crew, crewEnv, deliver, readJob, readyCrew, vote } from '#test/crew.ts'
import { askToEnd, type Client, carryOut, fundedJob, index, openIssue, readyClient } from '#test/journey.ts'
import { entitySecret, type Service, startService } from '#test/service.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'

const run = promisify(execFile)

let service: Service
let clara: Client
let crew: Crew
let open: string
beforeAll(async () => {
  service = await startService({ runtimePlaces: 5, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda'], ['vera', 'victor', 'viola', 'vito'])
  open = (await fundedJob(clara, await openIssue(service))).onchain_job_id
  const { onchain_job_id: cancelled } = await fundedJob(clara, await openIssue(service))
  await carryOut(clara.person, await askToEnd(clara.person, cancelled, 'cancel'))
  await index(service)
})
afterAll(() => service.stop())

type Outcome = { code: number; stdout: string; stderr: string }

/** The command with the worker's environment, as this role or into this database where one is named. */
function drill({ role, into }: { role?: string; into?: string } = {}): Promise<Outcome> {
  const main = resolve(import.meta.dirname, 'main.ts')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...service.variables,
    NODE_ENV: 'test',
    REGISTRAR_PRIVATE_KEY: service.chain.keys.registrar,
    DISPATCHER_PRIVATE_KEY: service.chain.keys.dispatcher,
    CIRCLE_ENTITY_SECRET: entitySecret,
  }
  const url = new URL(service.variables.DATABASE_URL ?? '')
  if (role) url.username = url.password = role
  env.DATABASE_URL = url.href
  const target = into && new URL(into)
  if (target) {
    env.PGPASSWORD = decodeURIComponent(target.password)
    target.password = ''
  }
  const words = target ? ['--into', target.href] : []
  return run(process.execPath, [...nodeFlags, main, ...words], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}

/** Databases of other tests come and go. */
const copies = () => service.sql`select datname from pg_database where starts_with(datname, 'jobwright_drill_')`
const contents = async () =>
  (
    await service.sql`select (select count(*) from events)::int as events, (select max(sequence) from event_seals)::int as seals`
  )[0]

/** The service goes on with a copy of its database that the command restored, as after the loss of the first one. */
async function replaceByCopy(): Promise<Outcome> {
  const server = postgres(inject('databaseUrl'), { max: 1, onnotice: () => undefined })
  const url = new URL(service.variables.DATABASE_URL ?? '')
  const name = url.pathname.slice(1)
  const [copy, lost] = [`${name}_copy`, `${name}_lost`]
  try {
    await server.unsafe(`create database ${copy}`)
    url.pathname = `/${copy}`
    const outcome = await drill({ into: url.href })
    await server`select pg_terminate_backend(pid, 10_000) from pg_stat_activity where datname = ${name}`
    await server.unsafe(`alter database ${name} rename to ${lost}`)
    await server.unsafe(`alter database ${copy} rename to ${name}`)
    await server.unsafe(`drop database ${lost} with (force)`)
    return outcome
  } finally {
    await server.end()
  }
}

test('a service that goes on with a restored copy settles the job that was under way', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  const work = await assign(service, crew, id)
  expect(await replaceByCopy()).toMatchObject({ code: 0 })
  for (const seat of await deliver(service, crew, work)) await vote(seat, true)
  const settled = await advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
  expect(settled.held.amount).toBe('0.000000')
})

test('a database that is dumped while it is written to is restored, and equals the contract, ended jobs too', async () => {
  const rows = await contents()
  const stop = await service.runWorker()
  const writing = setInterval(() => void clara.person.call('syncWallet').catch(() => undefined), 20)
  const { code, stdout, stderr } = await drill()
  clearInterval(writing)
  await stop()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/ 3 jobs and 3\.90 USDC in the escrow at block \d+\n✓ The books balance, and every job equals/)
  expect(await copies()).toEqual([])
  expect((await contents())?.events).toBeGreaterThanOrEqual(rows?.events)
})

test('a job whose row was changed is named, and nothing but the copy is touched', async () => {
  await write(service, (tx) => tx`update jobs set state = 'SUBMITTED' where onchain_job_id = ${open}`)
  const { code, stdout } = await drill()
  expect(code).toBe(1)
  expect(stdout).toMatch(
    new RegExp(`✗ Job ${open} is SUBMITTED with 3\\.90 USDC here and OPEN with 3\\.90 USDC on chain`),
  )
  expect(await service.sql`select state from jobs where onchain_job_id = ${open}`).toEqual([{ state: 'SUBMITTED' }])
})

test('an address with a password is refused before anything is read, and not repeated', async () => {
  const main = resolve(import.meta.dirname, 'main.ts')
  const { code, stdout, stderr } = await run(process.execPath, [
    ...nodeFlags,
    main,
    '--into',
    'postgres://u:S3CRET@db/x',
  ]).then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (failed: Outcome) => failed,
  )
  expect([code, stdout, stderr]).toEqual([2, '', 'Leave the password out of --into, and put it into PGPASSWORD.\n'])
})

test('a database that is not empty is refused, and keeps its rows', async () => {
  const before = await contents()
  const { code, stderr } = await drill({ into: service.variables.DATABASE_URL ?? '' })
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^This database is not empty: it has \d+ tables/)])
  expect(await contents()).toEqual(before)
})

test('a role that may create no database hears what to do, and no dump is left', async () => {
  const role = `reader_${crypto.randomUUID().slice(0, 8)}`
  await service.sql.unsafe(`create role ${role} login password '${role}'; grant pg_read_all_data to ${role}`)
  const dumps = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('jobwright-dump-'))
  const before = await dumps()
  expect(await drill({ role })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^The role of DATABASE_URL may create no database: .*--into/),
  })
  expect(await dumps()).toEqual(before)
  await service.sql.unsafe(`drop role ${role}`)
})

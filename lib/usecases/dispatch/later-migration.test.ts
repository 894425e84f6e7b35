import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  advanceUntil,
  assign,
  type Crew,
  crewEnv,
  deliver,
  hear,
  readJob,
  readyCrew,
  type Seat,
  vote,
} from '#test/crew.ts'
import { type Client, fundedJob, openIssue, readyClient } from '#test/journey.ts'
import { type Service, startService } from '#test/service.ts'
import { applyMigration } from '../../data/migrate.ts'

let service: Service
let clara: Client
let crew: Crew
beforeAll(async () => {
  service = await startService({ runtimePlaces: 6, env: crewEnv })
  clara = await readyClient(service)
  crew = await readyCrew(service, ['wanda', 'will'], ['vera', 'victor', 'viola', 'vito'])
})
afterAll(() => service.stop())

async function assigned() {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  return { id, ...(await assign(service, crew, id)) }
}

async function finish({ id, worker, task }: Awaited<ReturnType<typeof assigned>>) {
  const panel: Seat[] = await deliver(service, crew, { worker, task })
  for (const seat of panel) await vote(seat, true)
  return advanceUntil(
    service,
    id,
    () => readJob(clara.person, id),
    ({ state }) => state === 'SETTLED',
  )
}

/** What the migration of a later release may do, done to every table, while runtimes are heard. */
async function addColumns(): Promise<void> {
  const tables = await service.sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`
  expect(tables.length).toBeGreaterThan(50)
  const statements = tables.flatMap(({ name }) => [
    `alter table ${name} add column of_a_later_release text`,
    `alter table ${name} add column filled_by_it integer not null default 0`,
  ])
  const text = statements.join('--> statement-breakpoint')
  let isDone = false
  const beats = (async () => {
    while (!isDone) {
      await hear([...crew.workers, ...crew.verifiers])
      await wait(50)
    }
  })()
  await applyMigration(service.sql, { name: '9999_later.sql', text, checksum: '' }).finally(() => {
    isDone = true
  })
  await beats
}

test('a running release goes on while a later one adds columns to every table, and the job under way is paid', async () => {
  // Every statement of a job is prepared now.
  await finish(await assigned())
  const underWay = await assigned()
  await addColumns()
  const settled = await finish(underWay)
  expect(settled.held.amount).toBe('0.000000')
  const page = await clara.person.call('listJobs')
  expect(page.data.map(({ state }) => state)).toEqual(['SETTLED', 'SETTLED'])
})

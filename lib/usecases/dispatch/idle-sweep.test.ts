import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { type Service, startService } from '#test/service.ts'
import { seedGrowth } from '#tools/bench/growth/seed.ts'
import { openPool, type Pool } from '../../data/database.ts'
import { sweepJobs } from './sweep-jobs.ts'

let service: Service
let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: Pool
beforeAll(async () => {
  ;[service, database] = await Promise.all([startService(), cloneDatabase()])
  await seedGrowth(database.url, 5_000)
  pool = openPool({ url: database.url, max: 1, applicationName: 'test' })
})
afterAll(async () => {
  await pool.$client.end({ timeout: 2 })
  await Promise.all([database.drop(), service.stop()])
})

test('a second of sweeps beside 1,000 waiting jobs asks the database four times at most and the chain never', async () => {
  await pool.execute(`update executions set due_at = now() + interval '1 hour' where due_at is not null`)
  const [waiting] = await pool.execute(`select count(*)::int as jobs from executions where waits_for = 'WORKER'`)
  expect(waiting?.jobs).toBeGreaterThanOrEqual(1_000)
  const statements: string[] = []
  pool.$client.options.debug = (_, text) => statements.push(text)
  const { requests } = service.wires.chain
  const before = requests.length
  const ctx = { ...service.context(), db: pool }
  for (let half = 0; half < 2; half += 1) expect(await sweepJobs(ctx)).toBe(false)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.length).toBeLessThanOrEqual(4)
  expect(requests.slice(before)).toEqual([])
})

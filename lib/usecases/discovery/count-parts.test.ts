import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { seed } from '#tools/bench/discovery/seed.ts'
import { inTransaction, openPool, type Pool } from '../../data/database.ts'
import { dropIssues } from '../../data/public-issues.ts'
import { countParts } from './count-parts.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Pool
beforeAll(async () => {
  database = await cloneDatabase()
  await seed(database.url, 3_000)
  db = openPool({ url: database.url, max: 2, applicationName: 'test' })
})
afterAll(async () => {
  await db.$client.end({ timeout: 2 })
  await database.drop()
})

async function total(): Promise<number> {
  const [row] = await db.$client`select total from public_facet_counts where part = 'all' and facet = 'language'`
  return row?.total
}
const lastCount = (ageSeconds: number, dueInSeconds: number) =>
  db.$client`update sweep_cursors set updated_at = now() - make_interval(secs => ${ageSeconds}),
    position = ${new Date(Date.now() + dueInSeconds * 1_000).toISOString()} where name = 'count-parts'`

test('large parts are recounted when the last count is ten seconds old, later where counting takes long', async () => {
  await countParts({ db })
  expect(await total()).toBe(3_000)
  await inTransaction(db, (tx) => dropIssues(tx, 1_000_000))
  await countParts({ db })
  expect(await total()).toBe(3_000)
  await lastCount(11, 60)
  await countParts({ db })
  expect(await total()).toBe(3_000)
  await lastCount(11, -1)
  await countParts({ db })
  expect(await total()).toBeLessThan(3_000)
})

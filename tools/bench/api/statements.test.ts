import { afterAll, beforeAll, expect, test } from 'vitest'
import { web } from '#lib/http/web.ts'
import { cloneDatabase } from '#test/clone-database.ts'
import { webVariables } from '../discovery/programs.ts'
import { captureStatements, type Statements } from './capture.ts'
import { seed } from './seed.ts'
import { workloadsOf } from './workloads.ts'

/** Statements for one request, with those that begin, mark and commit its transaction. */
const statementsOf: Record<string, number> = {
  health: 0,
  me: 2,
  drafts: 3,
  draft: 3,
  change: 8,
  heartbeat: 3,
  configuration: 2,
  webhook: 5,
  agents: 3,
  issues: 1,
}

let database: Awaited<ReturnType<typeof cloneDatabase>>
let captured: Record<string, Statements>
beforeAll(async () => {
  database = await cloneDatabase()
  await seed(database.url)
  const variables = webVariables(database.url, 1, 0)
  Object.assign(process.env, variables)
  const { SESSION_SECRET = '', GITHUB_WEBHOOK_SECRETS = '' } = variables
  captured = await captureStatements(await workloadsOf({ session: SESSION_SECRET, webhook: GITHUB_WEBHOOK_SECRETS }))
})
afterAll(async () => {
  await web().services.close()
  await database.drop()
})

test('each request that is measured has a known number of statements', () => {
  expect(Object.keys(statementsOf).sort()).toEqual(Object.keys(captured).sort())
})

test.each(Object.entries(statementsOf))('“%s” asks the database %i times and no more', (name, most) => {
  const { alone = [], inTransaction = [] } = captured[name] ?? {}
  const frame = inTransaction.length > 0 ? 2 : 0
  const texts = [...alone, ...inTransaction].map(({ text }) => text.slice(0, 100))
  expect(texts.length + frame, texts.join('\n')).toBe(most)
})

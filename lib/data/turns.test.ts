import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { changeStep, listAgentsToContinue, listAgentsToRequalify } from './agents.ts'
import { inTransaction, openPool, type Pool } from './database.ts'
import { takeTurns } from './sweep-cursors.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let sql: postgres.Sql
let pool: Pool
beforeAll(async () => {
  database = await cloneDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => undefined })
  pool = openPool({ url: database.url, max: 2, applicationName: 'test' })
  await sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    const [owner] = await tx`insert into users (provider_user_id) values ('owner') returning id`
    await tx`insert into agents (user_id, name, role, state, wallet_address, authorised_key, qualified_at)
      select ${owner?.id}, 'Agent ' || n, 'worker', 'PAUSED', 'wallet' || n, 'key' || n, now() - interval '1 year'
      from generate_series(1, 250) n`
    await tx`insert into agent_steps (agent_id, step, state)
      select id, step, case step when 'RUNTIME' then 'WAITING' else 'PENDING' end
      from agents, unnest('{RUNTIME,WALLET,AUTHORISATION,QUALIFICATION}'::text[]) step`
  })
})
afterAll(async () => {
  await Promise.all([sql.end({ timeout: 2 }), pool.$client.end({ timeout: 2 })])
  await database.drop()
})

test('of 250 agents whose first step waits, each is checked before any is checked twice', async () => {
  const seen = new Set<string>()
  for (let sweep = 1; sweep <= 5; sweep += 1) {
    for (const id of await listAgentsToContinue(pool, 0, 50)) {
      seen.add(id)
      await inTransaction(pool, (tx) => changeStep(tx, id, 'RUNTIME', { isLookedAt: true }))
    }
    expect(seen.size).toBe(sweep * 50)
  }
})

test('rows that never leave a list leave the others their turn, and have another one afterwards', async () => {
  const limit = 50
  const turn = async () => {
    const read = (after: string) => listAgentsToRequalify(pool, { seconds: 60, after, limit })
    const rows = await takeTurns(pool, 'test', { read, keyOf: ({ id }) => id, limit })
    return rows.map(({ id }) => id)
  }
  const turns = [await turn(), await turn(), await turn(), await turn(), await turn()]
  expect(new Set(turns.flat()).size).toBe(250)
  expect(await turn()).toEqual([])
  expect(await turn()).toEqual(turns[0])
})

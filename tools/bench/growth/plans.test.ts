import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { scannedTables, usedIndexes, withExplain } from './explain.ts'
import { seedGrowth } from './seed.ts'
import { hotWork } from './work.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
  await seedGrowth(database.url, 5_000)
})
afterAll(() => database.drop())

/** Tables of a size that does not grow with use, and those whose rows leave them again. */
const bounded = ['agent_wakeups', 'chain_blocks', 'probes', 'shadow_seats', 'unsealed_events', 'web_presence']

/** Which indexes each of these statements reads, and no table from end to end. */
const golden: Record<string, string[]> = {
  'seal events': ['event_seals_pkey', 'events_pkey'],
  'due jobs': ['executions_due', 'executions_pkey'],
  'woken agents': [],
  'jobs for 5 workers': ['executions_waiting', 'agents_pkey'],
  'unapplied logs': ['chain_logs_unapplied'],
  'needless clone tokens': ['clone_tokens_live', 'assignments_working'],
  'credentials near their end': ['runtime_credentials_expiring'],
  'agents to qualify again': ['agents_qualified'],
  'agents to revoke': ['agents_disqualified'],
  'jobs created, counted': ['chain_logs_created'],
  'highest applied log': ['chain_logs_block_number_log_index_pk'],
  'late events': ['transactions_unproven'],
  'calls for a job': ['operator_calls_subject', 'operator_transactions_pkey'],
  'failed calls for a job': ['operator_calls_subject', 'operator_transactions_pkey'],
  'assignments of a job': ['assignments_job'],
  'drafts by next step': ['drafts_user'],
  'the draft funded last': ['drafts_user'],
  'a wallet’s movements': ['token_transfers_from', 'token_transfers_to'],
  'balances of a wallet': ['token_transfers_from', 'token_transfers_to'],
  'a client’s calls that moved nothing': ['transactions_user'],
}

test.each(Object.keys(golden))('the plan of “%s” reads by its indexes alone', async (name) => {
  const work = Object.values(hotWork).flatMap((works) => works[name] ?? [])[0]
  if (!work) throw new Error(`nothing is known as ${name}`)
  const plans = await withExplain(database.url, (explain) => explain(work))
  expect(scannedTables(plans).filter((table) => !bounded.includes(table))).toEqual([])
  expect(usedIndexes(plans)).toEqual(expect.arrayContaining(golden[name] ?? []))
})

test.each(['workers for a job', 'workers for 50 jobs'])(
  '%s are found without reading the offers and assignments of all others',
  async (name) => {
    const work = hotWork['each look at a job']?.[name]
    if (!work) throw new Error('there is no such work')
    const plans = await withExplain(database.url, (explain) => explain(work))
    expect(usedIndexes(plans)).toContain('assignments_offered')
    expect(scannedTables(plans)).not.toContain('assignments')
  },
)

import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { until } from '#test/until.ts'
import { inTransaction, openPool, type Pool } from '../data/database.ts'
import { createQueue } from '../queue/boss-queue.ts'
import { consume } from './queues.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let pool: Pool
let boss: PgBoss
beforeAll(async () => {
  database = await cloneDatabase()
  pool = openPool({ url: database.url, max: 2, applicationName: 'test' })
})
beforeEach(async () => {
  boss = new PgBoss({ connectionString: database.url, max: 3, migrate: false })
  boss.on('error', () => undefined)
  await boss.start()
})
afterEach(() => boss.stop({ graceful: true, timeout: 5_000 }))
afterAll(async () => {
  await pool.$client.end({ timeout: 2 })
  await database.drop()
})

type Item = { agentId: string }

const queue = createQueue()
const log = pino({ level: 'silent' })
const add = (account: string, from: number, count: number) =>
  inTransaction(pool, async (tx) => {
    for (let n = from; n < from + count; n += 1)
      await queue.add(tx, { queue: 'provision-agent', data: { agentId: `${account} ${n}` } }, { account })
  })

/** Handles items of 20 ms each until that one was handled; answers all in the order in which they were. */
async function handledUntil(last: (item: string) => boolean, onStart = () => {}): Promise<string[]> {
  const handled: string[] = []
  await consume<Item>(boss, log, 'provision-agent', async ({ agentId }) => {
    onStart()
    await wait(20)
    handled.push(agentId)
  })
  await until(
    async () => handled,
    (items) => items.some(last),
  )
  return handled
}

test('an account that floods the queue delays the items of others by no more than moments', async () => {
  await add('busy', 0, 600)
  await add('calm', 0, 3)
  const handled = await handledUntil((item) => item === 'calm 2')
  const ofBusy = handled.filter((item) => item.startsWith('busy')).length
  expect(ofBusy).toBeLessThan(150)
})

test('while there is work the next is fetched at once, for one busy account alone, too', async () => {
  const starts: number[] = []
  await handledUntil(
    (item) => item === 'busy 599',
    () => starts.push(performance.now()),
  )
  // With one look each per interval, both fetchers together would take no more than this many items in it.
  const [most, intervalMs] = [16, 500]
  const spans = starts.slice(most).map((at, index) => at - (starts[index] ?? 0))
  const median = spans.toSorted((a, b) => a - b)[spans.length >> 1]
  expect(median).toBeLessThan(intervalMs)
})

test('an item that fails takes none of those along that were fetched with it', async () => {
  await add('one', 0, 8)
  const handled = new Map<string, number>()
  await consume<Item>(boss, log, 'provision-agent', async ({ agentId }) => {
    handled.set(agentId, (handled.get(agentId) ?? 0) + 1)
    if (agentId === 'one 3') throw new Error('this item is broken')
  })
  await until(
    async () => handled.get('one 3') ?? 0,
    (attempts) => attempts >= 2,
  )
  expect([...handled].filter(([item]) => item !== 'one 3').map(([, attempts]) => attempts)).toEqual(Array(7).fill(1))
})

test('a worker that looks only once an hour is woken by an item', async () => {
  const received: string[] = []
  const patient = new PgBoss({ connectionString: database.url, max: 2, migrate: false, useListenNotify: true })
  patient.on('error', () => undefined)
  await patient.start()
  try {
    const hour = { pollingIntervalSeconds: 3_600, notifyPollingIntervalSeconds: 3_600 }
    await patient.work<{ withdrawalId: string }>('follow-withdrawal', hour, async ([item]) => {
      received.push(item?.data.withdrawalId ?? '')
    })
    for (const withdrawalId of ['first', 'second']) {
      await inTransaction(pool, (tx) => queue.add(tx, { queue: 'follow-withdrawal', data: { withdrawalId } }))
      await until(
        async () => received,
        (items) => items.includes(withdrawalId),
      )
    }
  } finally {
    await patient.stop({ graceful: true, timeout: 5_000 })
  }
})

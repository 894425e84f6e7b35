import { PgBoss } from 'pg-boss'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { startLine } from '#test/line.ts'
import { until } from '#test/until.ts'
import { queueErrors } from './queue-errors.ts'

afterEach(() => void vi.useRealTimers())

/** What is logged, and what takes the errors. */
function openLog() {
  const logged: object[] = []
  return { logged, note: queueErrors({ warn: (facts: object) => void logged.push(facts) }) }
}

test('the same failure is logged once in ten seconds, each other one at once', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { logged, note } = openLog()
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
  const other = new Error('no such queue')
  for (let second = 0; second < 21; second += 1) {
    note(refused)
    note(other)
    vi.advanceTimersByTime(1_000)
  }
  const both = [{ code: 'ECONNREFUSED' }, { err: other }]
  expect(logged).toEqual([...both, ...both, ...both])
})

test('the library’s own failures while the database cannot be reached are logged as an outage without a stack', async () => {
  const database = await cloneDatabase()
  const line = await startLine(database.url)
  onTestFinished(async () => {
    await line.stop()
    await database.drop()
  })
  const { logged, note } = openLog()
  let errorCount = 0
  const boss = new PgBoss({ connectionString: line.url, max: 2, migrate: false, supervise: false, schedule: false })
  boss.on('error', (error) => {
    errorCount += 1
    note(error)
  })
  await boss.start()
  for (const name of ['advance-job', 'publish-result'])
    await boss.work(name, { pollingIntervalSeconds: 0.5 }, async () => undefined)
  await line.cut()
  await until(
    async () => errorCount,
    (count) => count > 10,
  )
  await line.mend()
  await boss.stop({ graceful: false })
  const codes = logged.map((facts) =>
    Object.entries(facts)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(),
  )
  expect(codes.filter((text) => !/^code (ECONNREFUSED|ECONNRESET|EPIPE|CONNECTION_CLOSED)$/.test(text))).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
})

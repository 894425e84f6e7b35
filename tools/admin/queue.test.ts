import { randomUUID } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#lib/data/database.ts'
import { callOnce } from '#lib/usecases/operator/call-once.ts'
import { runOperator } from '#lib/usecases/operator/run-operator.ts'
import { consume } from '#lib/worker/queues.ts'
import { admin as runAdmin } from '#test/admin.ts'
import { type Service, startService } from '#test/service.ts'
import { until } from '#test/until.ts'

let service: Service
let boss: PgBoss
const handled: string[] = []
let isBroken = true

beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600 })
  boss = new PgBoss({ connectionString: service.variables.DATABASE_URL ?? '', max: 3, migrate: false })
  boss.on('error', () => undefined)
  await boss.start()
  service.onStop(() => boss.stop({ graceful: true, timeout: 5_000 }))
  await consume<{ agentId: string }>(boss, pino({ level: 'silent' }), 'provision-agent', async ({ agentId }) => {
    if (isBroken) throw new TypeError('canary in a message')
    handled.push(agentId)
  })
})
afterAll(() => service.stop())

const admin = (...words: string[]) => runAdmin(service, ...words)
const refusedWith = (text: string) => ({ code: 1, stderr: expect.stringContaining(text) })
const operations = (name: string) => service.sql`select actor_id, evidence from events where name = ${name} order by id`

const failedItems = () => service.sql`select id from pgboss.job where state = 'failed'`

/** An item of each of these agents whose only attempt has failed. */
async function fail(...agentIds: string[]): Promise<string[]> {
  isBroken = true
  await inTransaction(service.services.db, async (tx) => {
    for (const agentId of agentIds)
      await service.services.queue.add(tx, { queue: 'provision-agent', data: { agentId } }, { account: agentId })
  })
  await service.sql`update pgboss.job set retry_limit = 0 where name = 'provision-agent' and state < 'completed'`
  const failed = await until(
    () =>
      service.sql`select id from pgboss.job where state = 'failed' and data->>'agentId' in ${service.sql(agentIds)}`,
    (rows) => rows.length === agentIds.length,
  )
  return failed.map(({ id }) => String(id))
}

test('items are listed with queue, state, age, attempts and the name of their last error, and nothing that it says', async () => {
  const agentId = randomUUID()
  const [id] = await fail(agentId)
  const { stdout } = await admin('queue', 'list', '--json')
  expect(JSON.parse(stdout)).toContainEqual({
    id,
    queue: 'provision-agent',
    state: 'failed',
    attempts: expect.any(Number),
    data: { agentId },
    error: 'TypeError',
    createdAt: expect.stringMatching(/^20.*Z$/),
  })
  const table = (await admin('queue', 'list')).stdout
  expect(table).toMatch(new RegExp(`^${id} +provision-agent +failed +\\d+ +\\S+ +${agentId} +TypeError$`, 'm'))
  expect(stdout + table).not.toContain('canary')
})

test('a failed item that is retried is handled again, and all of them at once, and each time is an event', async () => {
  const agents = [randomUUID(), randomUUID(), randomUUID()]
  const [first = ''] = await fail(...agents)
  isBroken = false
  await admin('queue', 'retry', first)
  await until(
    async () => handled,
    (items) => items.length === 1,
  )
  const before = (await failedItems()).length
  expect((await admin('queue', 'retry', 'all')).stdout).toContain(`${before} queued again.`)
  await until(
    async () => handled,
    (items) => items.length === before + 1,
  )
  expect(new Set(handled).size).toBe(handled.length)
  expect(handled).toEqual(expect.arrayContaining(agents))
  const [one, all] = await operations('operations.items_retried')
  expect(one).toEqual({ actor_id: 'operator', evidence: { count: 1, items: [`provision-agent ${first}`] } })
  expect(all?.evidence.count).toBe(before)
})

test('what has not failed is not retried, and nothing is recorded', async () => {
  const before = (await operations('operations.items_retried')).length
  await expect(admin('queue', 'retry', randomUUID())).rejects.toMatchObject(refusedWith('is no failed item'))
  await expect(admin('queue', 'retry', 'x')).rejects.toMatchObject(refusedWith('is no id of an item'))
  expect(await operations('operations.items_retried')).toHaveLength(before)
})

test('a call in flight is signed for more at once, and one that has ended is refused', async () => {
  await service.node.setAutomine(false)
  const wallet = privateKeyToAddress(generatePrivateKey()).toLowerCase() as `0x${string}`
  const ctx = service.context()
  await callOnce(ctx, {
    operator: 'registrar',
    purpose: 'OWNER_REGISTRATION',
    subject: wallet,
    call: ctx.chain.encodeRegisterOwner(wallet, `0x${'7'.repeat(64)}`),
    followUp: { queue: 'register-owner', data: { transactionId: randomUUID() } },
  })
  await runOperator(ctx, 'registrar')
  const read = async () =>
    (
      await service.sql`select c.id, c.state, t.bump, t.transaction_hash as hash from operator_calls c
        join operator_transactions t on t.id = c.transaction_id where c.subject = ${wallet}`
    )[0]
  const before = await read()
  expect(before).toMatchObject({ state: 'SENT', bump: 0 })
  await runOperator(ctx, 'registrar')
  expect(await read()).toMatchObject({ bump: 0, hash: before?.hash })
  expect((await admin('calls')).stdout).toContain(before?.id)
  expect((await admin('calls', 'resend', before?.id)).stdout).toContain('once a worker leads registrar')
  await runOperator(ctx, 'registrar')
  const raised = await read()
  expect(raised).toMatchObject({ state: 'SENT', bump: 1 })
  expect(raised?.hash).not.toBe(before?.hash)
  expect(await operations('operations.call_resent')).toEqual([
    { actor_id: 'operator', evidence: { call: before?.id, state: 'SENT' } },
  ])
  await service.node.setAutomine(true)
  await until(
    async () => {
      await service.node.mine({ blocks: 1 })
      await runOperator(ctx, 'registrar')
      return read()
    },
    (call) => call?.state === 'CONFIRMED',
  )
  await expect(admin('calls', 'resend', before?.id)).rejects.toMatchObject(refusedWith('is CONFIRMED. Nothing is left'))
  await expect(admin('calls', 'resend', randomUUID())).rejects.toMatchObject(refusedWith('No call has this id'))
  expect(await operations('operations.call_resent')).toHaveLength(1)
})

import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import postgres from 'postgres'
import { composeWorker, type WorkerComposition } from '#lib/compose.ts'
import { readWorkerEnv } from '#lib/env.ts'
import { prepareQueues } from '#lib/queue/boss-queue.ts'
import { processDelivery } from '#lib/usecases/webhooks/process-delivery.ts'
import { receiveDelivery } from '#lib/usecases/webhooks/receive-delivery.ts'
import { consumeDeliveries } from '#lib/worker/start-worker.ts'
import { workerContext } from '#lib/worker/worker-context.ts'
import { type BenchServer, createDatabase, startDatabase } from '../discovery/database.ts'
import { readMachine } from '../discovery/machine.ts'
import { webVariables } from '../discovery/programs.ts'

type Consume = (boss: PgBoss, services: WorkerComposition) => Promise<unknown>
type Line = { name: string; perSecond: number; calmSeconds: number | null }

const calmDeliveries = 10
const secondsMax = 30
const keys = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`] as const

/** Five items each half second, one after the other. */
const oneByOne: Consume = (boss, services) =>
  boss.work<{ deliveryRowId: string }>(
    'process-webhook',
    { pollingIntervalSeconds: 0.5, batchSize: 5 },
    async (jobs) => {
      for (const { data } of jobs) await processDelivery(workerContext(services), data)
    },
  )

const ways: Record<string, Consume> = { 'five each half second, one by one': oneByOne, 'as it is': consumeDeliveries }

/** Processes the same deliveries in the product's way and, as the control, in the way that a plain queue does. */
export async function benchQueues(deliveries: number): Promise<void> {
  const server = await startDatabase()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => server.stop().finally(() => process.exit(130)))
  try {
    const lines: Line[] = []
    for (const [index, [name, consume]] of Object.entries(ways).entries())
      lines.push(await measureWay(server, `queue_${index}`, { name, consume, deliveries }))
    const machine = Object.entries(await readMachine(server.url('postgres')))
    console.log(
      [
        machine.map(([fact, value]) => `${fact}: ${value}`).join('; '),
        '',
        '| queue | webhooks/s | s until ten of another account are processed |',
        '|---|---:|---:|',
        ...lines.map(
          ({ name, perSecond, calmSeconds }) =>
            `| ${name} | ${perSecond.toFixed(1)} | ${calmSeconds?.toFixed(1) ?? `more than ${secondsMax}`} |`,
        ),
      ].join('\n'),
    )
  } finally {
    await server.stop()
  }
}

type Way = { name: string; consume: Consume; deliveries: number }

async function measureWay(server: BenchServer, database: string, { name, consume, deliveries }: Way): Promise<Line> {
  const url = await createDatabase(server, database)
  await prepareQueues(url)
  const [registrar, dispatcher] = keys
  const worker = {
    REGISTRAR_PRIVATE_KEY: registrar,
    DISPATCHER_PRIVATE_KEY: dispatcher,
    CIRCLE_ENTITY_SECRET: '5'.repeat(64),
  }
  const services = composeWorker(readWorkerEnv({ ...webVariables(url, 1, 0), ...worker }))
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  const boss = new PgBoss({ connectionString: url, max: 3, migrate: false })
  boss.on('error', (error) => console.error(error))
  try {
    await receive(services, 1, deliveries)
    await receive(services, 2, calmDeliveries)
    await boss.start()
    const startedAt = performance.now()
    const seconds = () => (performance.now() - startedAt) / 1_000
    await consume(boss, services)
    let calmSeconds: number | null = null
    for (;;) {
      const [row] = await sql`select count(*)::int as done,
        count(*) filter (where account = 'github/2')::int as calm from webhook_inbox where processed_at is not null`
      if (row?.calm === calmDeliveries) calmSeconds ??= seconds()
      if (row?.done === deliveries + calmDeliveries || seconds() > secondsMax)
        return { name, perSecond: row?.done / seconds(), calmSeconds }
      await wait(50)
    }
  } finally {
    await boss.stop({ graceful: true, timeout: 5_000 })
    await Promise.all([services.close(), sql.end({ timeout: 2 })])
  }
}

/** Deliveries about an issue of a repository that is not indexed, which no provider is asked about. */
async function receive(services: WorkerComposition, account: number, count: number): Promise<void> {
  const repository = { id: account, full_name: `account-${account}/project`, owner: { id: account } }
  const body = Buffer.from(JSON.stringify({ action: 'opened', repository }))
  for (let n = 0; n < count; n += 1)
    await receiveDelivery(workerContext(services), {
      provider: 'github',
      deliveryId: `${account}/${n}`,
      eventType: 'issues',
      body,
    })
}

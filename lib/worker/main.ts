import { PgBoss } from 'pg-boss'
import { createRegistrar } from '#lib/chain/registrar.ts'
import { type Composition, compose } from '#lib/compose.ts'
import { readWorkerEnv } from '#lib/env.ts'
import type { QueueName } from '#lib/ports/queue.ts'
import { reconcileTransaction } from '#lib/usecases/transactions/reconcile-transaction.ts'
import { registerOwner } from '#lib/usecases/wallet/register-owner.ts'
import { processDelivery } from '#lib/usecases/webhooks/process-delivery.ts'
import { startIndexer } from './indexer.ts'
import { startSweepers } from './sweepers.ts'
import { workerContext } from './worker-context.ts'

const env = readWorkerEnv()
const services: Composition = compose(env, 'worker')
const { log } = services
const boss = new PgBoss({ connectionString: env.DATABASE_URL, max: 3, migrate: false, application_name: 'jobwright-queue' })
const registrar = createRegistrar({
  rpcUrl: env.CHAIN_RPC_URL,
  chainId: env.CHAIN_ID,
  escrow: env.ESCROW_ADDRESS,
  privateKey: env.REGISTRAR_PRIVATE_KEY,
})

process.on('uncaughtException', (error) => {
  log.fatal({ err: error }, 'the worker program ends after an unexpected error')
  process.exit(1)
})
boss.on('error', (error) => log.warn({ err: error }, 'queue'))
await boss.start()

function consume<Data>(queue: QueueName, handle: (data: Data) => Promise<unknown>): Promise<string> {
  return boss.work<Data>(queue, { pollingIntervalSeconds: 0.5, batchSize: 5 }, async (jobs) => {
    for (const job of jobs) await handle(job.data)
  })
}

await consume<{ transactionId: string }>('reconcile-transaction', (data) => reconcileTransaction(workerContext(services), data.transactionId))
await consume<{ transactionId: string }>('register-owner', (data) => registerOwner(workerContext(services), registrar, data))
await consume<{ deliveryRowId: string }>('process-webhook', (data) => processDelivery(workerContext(services), data))

const stops = [
  startIndexer(services, { deploymentBlock: BigInt(env.ESCROW_DEPLOYMENT_BLOCK), intervalMs: env.INDEXER_INTERVAL_MS }),
  ...startSweepers(services),
]
log.info('worker is running')

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all(stops.map((end) => end()))
  await boss.stop({ graceful: true, timeout: 10_000 })
  await services.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

import { setTimeout as wait } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import type { WorkerComposition } from '../compose.ts'
import { inTransaction } from '../data/database.ts'
import { makeAllDue } from '../data/due-jobs.ts'
import { saveListed } from '../data/public-repositories.ts'
import { operatorNames } from '../domain/operator-call.ts'
import type { WorkerEnv } from '../env.ts'
import { advanceJob } from '../usecases/dispatch/advance-job.ts'
import { applyPayee } from '../usecases/payees/apply-payee.ts'
import { continueProvisioning } from '../usecases/provisioning/continue-provisioning.ts'
import { publishResult } from '../usecases/publishing/publish-result.ts'
import { reconcileTransaction } from '../usecases/transactions/reconcile-transaction.ts'
import { registerOwner } from '../usecases/wallet/register-owner.ts'
import { processDelivery } from '../usecases/webhooks/process-delivery.ts'
import { followWithdrawal } from '../usecases/withdrawals/follow-withdrawal.ts'
import { startIndexer } from './indexer.ts'
import { keyFailures } from './key-failures.ts'
import { startOperator } from './operator.ts'
import { queueErrors } from './queue-errors.ts'
import { consume } from './queues.ts'
import type { Stop } from './repeat.ts'
import { startReports } from './reports.ts'
import { startSweepers } from './sweepers.ts'
import { startWebhooks } from './webhooks.ts'
import { workerContext } from './worker-context.ts'

/** What is under way ends within this time, or is taken up by another worker as after a crash. */
const stopWithinMs = 40_000

/** Runs queues, indexer and sweepers until stopped; any number of workers may run beside each other. */
export async function startWorker(services: WorkerComposition, env: WorkerEnv): Promise<Stop> {
  const boss = new PgBoss({
    connectionString: env.DATABASE_URL,
    max: 3,
    migrate: false,
    useListenNotify: true,
    application_name: 'jobwright-queue',
  })
  boss.on('error', queueErrors(services.log))
  await boss.start()
  await consumeQueues(boss, services)
  await inTransaction(services.db, (tx) => saveListed(tx, services.settings.publicRepositories))
  await makeAllDue(services.db)
  const failures = keyFailures()
  const stops = [
    startIndexer(services, {
      databaseUrl: env.DATABASE_URL,
      deploymentBlock: BigInt(env.ESCROW_DEPLOYMENT_BLOCK),
      intervalMs: env.INDEXER_INTERVAL_MS,
      reconcileSeconds: env.RECONCILE_SECONDS,
    }),
    ...operatorNames.map((name) => startOperator(services, { databaseUrl: env.DATABASE_URL, name, failures })),
    ...startSweepers(services),
    startWebhooks(services),
    ...startReports(services, failures),
  ]
  return async () => {
    const ended = Promise.all([...stops.map((end) => end()), boss.stop({ graceful: true, timeout: 20_000 })])
    await Promise.race([ended, wait(stopWithinMs, undefined, { ref: false })])
  }
}

async function consumeQueues(boss: PgBoss, services: WorkerComposition): Promise<void> {
  const { log } = services
  await consume<{ transactionId: string }>(boss, log, 'reconcile-transaction', (data) =>
    reconcileTransaction(workerContext(services), data.transactionId),
  )
  await consume<{ transactionId: string }>(boss, log, 'register-owner', (data) =>
    registerOwner(workerContext(services), data),
  )
  await consume<{ agentId: string }>(boss, log, 'provision-agent', (data) =>
    continueProvisioning(workerContext(services), data),
  )
  await consume<{ onchainJobId: string }>(boss, log, 'advance-job', (data) => advanceJob(workerContext(services), data))
  await consume<{ agent: `0x${string}` }>(boss, log, 'apply-payee', (data) => applyPayee(workerContext(services), data))
  await consume<{ withdrawalId: string }>(boss, log, 'follow-withdrawal', (data) =>
    followWithdrawal(workerContext(services), data),
  )
  await consume<{ onchainJobId: string }>(boss, log, 'publish-result', (data) =>
    publishResult(workerContext(services), services.publisher, data),
  )
  await consumeDeliveries(boss, services)
}

/** What is done about deliveries of webhooks, alone. */
export function consumeDeliveries(boss: PgBoss, services: WorkerComposition): Promise<void> {
  return consume<{ deliveryRowId: string }>(boss, services.log, 'process-webhook', async (data) => {
    const dead = await processDelivery(workerContext(services), data)
    if (dead) services.log.error(dead, 'a delivery is a dead letter')
  })
}

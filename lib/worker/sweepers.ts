import type { WorkerComposition } from '../compose.ts'
import { inTransaction } from '../data/database.ts'
import { sealEvents } from '../data/events.ts'
import { expireMails } from '../data/mail-queue.ts'
import { listDoubtfulWithdrawals } from '../data/withdrawals.ts'
import { reportSilence } from '../usecases/agents/report-silence.ts'
import { closeBooks } from '../usecases/books/close-books.ts'
import { sweepCloneTokens } from '../usecases/clone-tokens/sweep-clone-tokens.ts'
import { countParts } from '../usecases/discovery/count-parts.ts'
import { sweepRepositories } from '../usecases/discovery/sweep-repositories.ts'
import { reportNearDeadlines } from '../usecases/dispatch/report-near-deadlines.ts'
import { reportUndispatchable } from '../usecases/dispatch/report-undispatchable.ts'
import { sweepJobs } from '../usecases/dispatch/sweep-jobs.ts'
import { collectDeferred } from '../usecases/jobs/collect-deferred.ts'
import { sweepPayees } from '../usecases/payees/sweep-payees.ts'
import { sweepProbes } from '../usecases/probes/sweep-probes.ts'
import { proveJobs } from '../usecases/proofs/prove-jobs.ts'
import { sweepProvisioning } from '../usecases/provisioning/sweep-provisioning.ts'
import { sweepQualifications } from '../usecases/provisioning/sweep-qualifications.ts'
import { sweepPublications } from '../usecases/publishing/sweep-publications.ts'
import { reconcileLinks } from '../usecases/repositories/reconcile-links.ts'
import { pruneTables } from '../usecases/retention/prune-tables.ts'
import { alertSavers } from '../usecases/saved-searches/alert-savers.ts'
import { sweepShadows } from '../usecases/shadows/sweep-shadows.ts'
import { adoptLateEvents } from '../usecases/transactions/adopt-late-events.ts'
import { sweepTransactions } from '../usecases/transactions/sweep-transactions.ts'
import { rewrapValues } from '../usecases/vault/rewrap-values.ts'
import { countVerifierFigures } from '../usecases/verifiers/count-figures.ts'
import { queueWebhooks } from '../usecases/webhook-endpoints/queue-webhooks.ts'
import { requeueDeliveries } from '../usecases/webhooks/requeue-deliveries.ts'
import { sweepDeliveries } from '../usecases/webhooks/sweep-deliveries.ts'
import { adoptLateTransfers } from '../usecases/withdrawals/adopt-late-transfers.ts'
import { sweepWithdrawals } from '../usecases/withdrawals/follow-withdrawal.ts'
import { startMails } from './mails.ts'
import { repeat, type Stop } from './repeat.ts'
import { transferRecorder } from './transfer-recorder.ts'
import { workerContext } from './worker-context.ts'

/** Loops that pick up whatever a crash, a lost message or a silent provider left behind. */
export function startSweepers(services: WorkerComposition): Stop[] {
  const { log, db } = services
  return [
    repeat(log, 'seal-events', 400, () => inTransaction(db, (tx) => sealEvents(tx, 500))),
    repeat(log, 'queue-webhooks', 400, () => queueWebhooks(workerContext(services))),
    repeat(log, 'sweep-transactions', 1_000, () => sweepTransactions(workerContext(services))),
    repeat(log, 'sweep-provisioning', 1_000, () => sweepProvisioning(workerContext(services))),
    repeat(log, 'report-silence', 15_000, () => reportSilence(workerContext(services))),
    repeat(log, 'report-near-deadlines', 15_000, () => reportNearDeadlines(workerContext(services))),
    repeat(log, 'report-undispatchable', 60_000, () => reportUndispatchable(workerContext(services))),
    repeat(log, 'sweep-qualifications', 5_000, () => sweepQualifications(workerContext(services))),
    repeat(log, 'sweep-shadows', 5_000, () => sweepAndReport(services)),
    repeat(log, 'count-verifiers', 10_000, () => countVerifierFigures(services)),
    repeat(log, 'sweep-probes', 500, () => sweepProbes(workerContext(services))),
    repeat(log, 'sweep-jobs', 500, () => sweepUntilDone(services)),
    repeat(log, 'close-books', 30_000, () => closeAndReport(services)),
    repeat(
      log,
      'record-transfers',
      2_000,
      transferRecorder(services, () => workerContext(services)),
    ),
    repeat(log, 'prove-jobs', 1_000, () => proveAndReport(services)),
    repeat(log, 'sweep-withdrawals', 1_000, () => sweepWithdrawals(workerContext(services))),
    repeat(log, 'collect-deferred', 10_000, () => collectDeferred(workerContext(services))),
    repeat(log, 'sweep-payees', 15_000, () => sweepPayees(workerContext(services))),
    repeat(log, 'late-transfers', 60_000, () => adoptLateTransfers(workerContext(services))),
    repeat(log, 'late-events', 60_000, () => adoptLateEvents(workerContext(services))),
    repeat(log, 'withdrawals-in-doubt', 60_000, () => reportDoubts(services)),
    repeat(log, 'sweep-publications', 5_000, () => sweepPublications(workerContext(services), services.publisher)),
    repeat(log, 'requeue-deliveries', 15_000, () => requeueDeliveries(workerContext(services))),
    repeat(log, 'reconcile-links', 15_000, () => reconcileLinks(workerContext(services))),
    repeat(log, 'sweep-repositories', 1_000, () => sweepRepositories(services, services.publicHost)),
    repeat(log, 'alert-savers', 5_000, () => alertSavers(workerContext(services))),
    repeat(log, 'count-parts', 1_000, () => countParts(services)),
    ...startTokenSweep(services),
    ...startMails(services),
    ...startDeliverySweep(services),
    repeat(log, 'rewrap-values', 60_000, () => rewrapAndReport(services)),
    repeat(log, 'expire-mails', 600_000, () => inTransaction(db, expireMails)),
    repeat(log, 'prune', 600_000, () => pruneTables(services)),
  ]
}

/** What is due goes on at once while there is more of it, a few times. */
async function sweepUntilDone(services: WorkerComposition): Promise<void> {
  for (let round = 0; round < 20; round += 1) if (!(await sweepJobs(workerContext(services)))) return
}

/** A record that verifiers of several owners contradict is for an operator to see. */
async function sweepAndReport(services: WorkerComposition): Promise<void> {
  const jobs = await sweepShadows(workerContext(services), services.publicHost)
  if (jobs.length > 0) services.log.error({ jobs }, 'several verifiers contradict how these jobs were decided')
}

/** A payment that the escrow's events promise and no receipt shows is for an operator to see. */
async function proveAndReport(services: WorkerComposition): Promise<void> {
  const jobs = await proveJobs(workerContext(services))
  if (jobs.length > 0) services.log.error({ jobs: jobs.map(String) }, 'receipts lack payments of these jobs')
}

/** Tokens that the escrow should hold and does not are for an operator to see. */
async function closeAndReport(services: WorkerComposition): Promise<void> {
  const missing = await closeBooks(workerContext(services))
  if (missing > 0n) services.log.error({ missing: String(missing) }, 'the escrow holds less than its events say')
}

/** Money whose whereabouts nobody knows is for an operator to see. */
async function reportDoubts({ log, db }: WorkerComposition): Promise<void> {
  const doubtful = await listDoubtfulWithdrawals(db, 50)
  if (doubtful.length > 0) log.error({ withdrawals: doubtful.map(({ id }) => id) }, 'withdrawals are in doubt')
}

async function rewrapAndReport(services: WorkerComposition): Promise<void> {
  const values = await rewrapValues(services)
  if (values > 0) services.log.info({ values }, 'values were sealed again under the first vault secret')
}

function startTokenSweep(services: WorkerComposition): Stop[] {
  const { log, cloneTokens } = services
  if (!cloneTokens) return []
  return [repeat(log, 'sweep-clone-tokens', 1_000, () => sweepCloneTokens(workerContext(services), cloneTokens))]
}

function startDeliverySweep({ log, db, appLog, sweepSeconds }: WorkerComposition): Stop[] {
  if (appLog) {
    return [repeat(log, 'sweep-deliveries', sweepSeconds * 1_000, () => sweepDeliveries({ db }, appLog, sweepSeconds))]
  }
  log.info('GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY are not given: lost deliveries are not asked for again')
  return []
}

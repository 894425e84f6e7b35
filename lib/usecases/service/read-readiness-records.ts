import { listBlocks } from '../../data/chain-index.ts'
import { type FreeLease, listFreeLeases } from '../../data/free-leases.ts'
import {
  countDeliveries,
  countMails,
  countOutbound,
  countUnsealed,
  type DeliveryCounts,
  listQueueAges,
  type MailCounts,
  type OutboundCounts,
  type QueueAge,
  type UnsealedEvents,
} from '../../data/measures.ts'
import { type HeardWorker, listWorkerReports } from '../../data/worker-reports.ts'
import { operatorNames } from '../../domain/operator-call.ts'
import { readinessSeconds } from '../../domain/readiness.ts'
import type { Block } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { readServiceState, type ServiceState } from './read-service-state.ts'

/** What the database says that readiness depends on. */
export type ReadinessRecords = {
  state: ServiceState
  /** The newest block that the indexer has read. */
  newestBlock: Block | undefined
  freeLeases: FreeLease[]
  workers: HeardWorker[]
  queues: QueueAge[]
  deliveries: DeliveryCounts
  outbound: OutboundCounts
  mails: MailCounts
  seals: UnsealedEvents
}

/** The leases that a worker always holds. */
const leaseNames = ['indexer', ...operatorNames.map((name) => `operator-${name}`)]

export async function readReadinessRecords(ctx: Context): Promise<ReadinessRecords> {
  const { db } = ctx
  const [state, [newestBlock], freeLeases, workers, queues, deliveries, outbound, mails, seals] = await Promise.all([
    readServiceState(ctx),
    listBlocks(db, 1),
    listFreeLeases(db, leaseNames, readinessSeconds.leaseFree),
    listWorkerReports(db),
    listQueueAges(db),
    countDeliveries(db),
    countOutbound(db),
    countMails(db, ctx.settings.sendsMail),
    countUnsealed(db),
  ])
  return { state, newestBlock, freeLeases, workers, queues, deliveries, outbound, mails, seals }
}

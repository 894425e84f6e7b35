import { findBooks } from '../../data/escrow-books.ts'
import {
  type Counted,
  countDeliveries,
  countMails,
  countOpenJobs,
  countOutbound,
  countRuntimes,
  countUnsealed,
  type DeliveryCounts,
  listQueueAges,
  listTransactionAges,
  type MailCounts,
  type OutboundCounts,
  type QueueAge,
  type RuntimeCounts,
  type UnsealedEvents,
} from '../../data/measures.ts'
import { findFigures } from '../../data/verifier-figures.ts'
import { countDoubtfulWithdrawals } from '../../data/withdrawals.ts'
import { balanceOf } from '../../domain/escrow-books.ts'
import type { PaymentTimes } from '../../domain/verifier-figures.ts'
import type { Context } from '../context.ts'
import { readServiceState, type ServiceState } from './read-service-state.ts'

export type RecordMeasures = {
  state: ServiceState
  queues: QueueAge[]
  transactions: (Counted & { oldestSeconds: number })[]
  doubtfulWithdrawals: number
  jobs: Counted[]
  runtimes: RuntimeCounts[]
  deliveries: DeliveryCounts
  outbound: OutboundCounts
  mails: MailCounts
  seals: UnsealedEvents
  /** Null until the books were closed once. */
  books: { held: bigint; ledger: bigint; ageSeconds: number } | null
  /** As counted last, once a minute; null before. */
  payments: PaymentTimes | null
}

/** The service's work in numbers, from the database alone. */
export async function measureRecords(ctx: Context): Promise<RecordMeasures> {
  const { db } = ctx
  const [
    state,
    queues,
    transactions,
    doubtfulWithdrawals,
    jobs,
    runtimes,
    deliveries,
    outbound,
    mails,
    seals,
    books,
    figures,
  ] = await Promise.all([
    readServiceState(ctx),
    listQueueAges(db),
    listTransactionAges(db),
    countDoubtfulWithdrawals(db),
    countOpenJobs(db),
    countRuntimes(db),
    countDeliveries(db),
    countOutbound(db),
    countMails(db, ctx.settings.sendsMail),
    countUnsealed(db),
    findBooks(db),
    findFigures(db, { after: null, limit: 1 }),
  ])
  return {
    state,
    queues,
    transactions,
    doubtfulWithdrawals,
    jobs,
    runtimes,
    deliveries,
    outbound,
    mails,
    seals,
    books: books
      ? {
          held: books.balance,
          ledger: balanceOf(books).balance,
          ageSeconds: Math.max(0, (Date.now() - books.countedAt.getTime()) / 1_000),
        }
      : null,
    payments: figures.pool?.figures.independence?.payments ?? null,
  }
}

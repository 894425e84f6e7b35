import { isOver, jobStates } from '../domain/job.ts'
import { nodeFaults } from '../domain/node-fault.ts'
import { type Reason, readinessParts } from '../domain/readiness.ts'
import { liveTransactionStates } from '../domain/transaction.ts'
import type { ChainMeasures } from '../usecases/service/measure-chain.ts'
import type { KeyMeasures } from '../usecases/service/measure-keys.ts'
import type { RecordMeasures } from '../usecases/service/measure-records.ts'

type Sample = { value: number; labels?: Record<string, string> }

/** One gauge: its values come from one reading of its source. Every label has few values, all known beforehand. */
export type GaugeRow<Measures> = {
  name: string
  help: string
  labels?: readonly string[]
  read: (measures: Measures) => Sample[]
}

const one = (value: number | bigint | boolean | null | undefined): Sample[] =>
  value === null || value === undefined ? [] : [{ value: Number(value) }]

export const recordGauges: readonly GaugeRow<RecordMeasures>[] = [
  {
    name: 'jobwright_indexer_halted',
    help: '1 while the indexer is halted and needs a person.',
    read: ({ state }) => one(state.halted !== null),
  },
  {
    name: 'jobwright_indexer_unread_seconds',
    help: 'Seconds since the indexer last read the chain, whether or not there was something new.',
    read: ({ state }) => one(state.unreadSeconds),
  },
  {
    name: 'jobwright_database_read_only',
    help: '1 while the database takes no writes.',
    read: ({ state }) => one(state.isReadOnly),
  },
  {
    name: 'jobwright_finality_lag_seconds',
    help: 'The longest that a block waited to be final in the last day.',
    read: ({ state }) => one(state.finalityLag),
  },
  {
    name: 'jobwright_chain_differences',
    help: 'Differences that the last comparison of the records with the contracts found.',
    read: ({ state }) => one(state.differences.length),
  },
  {
    name: 'jobwright_chain_node_faults',
    help: 'Nodes of the chain at fault, by the fault.',
    labels: ['fault'],
    read: ({ state }) =>
      nodeFaults.map((fault) => ({
        labels: { fault },
        value: state.nodeProblems.filter((problem) => problem.fault === fault).length,
      })),
  },
  {
    name: 'jobwright_operator_waiting_seconds',
    help: 'How long the calls of a key of the service have waited, by what they wait for.',
    labels: ['key', 'waits_for'],
    read: ({ state }) =>
      state.waitingKeys.map(({ key, waitsFor, since }) => ({
        labels: { key, waits_for: waitsFor },
        value: Math.max(0, (Date.now() - since.getTime()) / 1_000),
      })),
  },
  {
    name: 'jobwright_discovery_waits_seconds',
    help: 'How long public repositories are not read, since the host limits anonymous requests; 0 while they are.',
    read: ({ state }) => one(state.discoveryWaitsSeconds ?? 0),
  },
  {
    name: 'jobwright_queue_items',
    help: 'Items of a queue that are due.',
    labels: ['queue'],
    read: ({ queues }) => queues.map(({ queue, items }) => ({ labels: { queue }, value: items })),
  },
  {
    name: 'jobwright_queue_age_seconds',
    help: 'How long the oldest item of a queue has been due; 0 while none is.',
    labels: ['queue'],
    read: ({ queues }) => queues.map(({ queue, oldestSeconds }) => ({ labels: { queue }, value: oldestSeconds })),
  },
  {
    name: 'jobwright_transactions',
    help: 'Transactions of clients that have not ended, and mismatched ones, by state.',
    labels: ['state'],
    read: ({ transactions }) => byState(transactions, ({ count }) => count),
  },
  {
    name: 'jobwright_transaction_age_seconds',
    help: 'The age of the oldest of these transactions, by state; 0 while there is none.',
    labels: ['state'],
    read: ({ transactions }) => byState(transactions, ({ oldestSeconds }) => oldestSeconds),
  },
  {
    name: 'jobwright_withdrawals_in_doubt',
    help: 'Withdrawals whose outcome the wallet provider cannot tell.',
    read: ({ doubtfulWithdrawals }) => one(doubtfulWithdrawals),
  },
  {
    name: 'jobwright_jobs',
    help: 'Jobs that have not ended, by state.',
    labels: ['state'],
    read: ({ jobs }) =>
      jobStates
        .filter((state) => !isOver(state))
        .map((state) => ({ labels: { state }, value: jobs.find((row) => row.state === state)?.count ?? 0 })),
  },
  {
    name: 'jobwright_runtimes',
    help: 'Runtimes of active agents, by role and whether they are connected.',
    labels: ['role', 'connection'],
    read: ({ runtimes }) =>
      runtimes.flatMap(({ role, up, down }) => [
        { labels: { role, connection: 'up' }, value: up },
        { labels: { role, connection: 'down' }, value: down },
      ]),
  },
  {
    name: 'jobwright_webhook_waiting_seconds',
    help: 'The age of the oldest delivery of a webhook that was not processed; 0 while there is none.',
    read: ({ deliveries }) => one(deliveries.waitingSeconds),
  },
  {
    name: 'jobwright_webhook_dead_letters',
    help: 'Deliveries of webhooks that are no longer retried.',
    read: ({ deliveries }) => one(deliveries.deadLetters),
  },
  {
    name: 'jobwright_outbound_webhook_waiting_seconds',
    help: 'How long the oldest change has waited that is due to an account’s receiver that answers; 0 while none has.',
    read: ({ outbound }) => one(outbound.waitingSeconds),
  },
  {
    name: 'jobwright_outbound_webhook_endpoints_failing',
    help: 'Endpoints of accounts whose receiver failed last.',
    read: ({ outbound }) => one(outbound.failingEndpoints),
  },
  {
    name: 'jobwright_mail_waiting_seconds',
    help: 'How long the oldest e-mail has waited that is due; 0 while none has.',
    read: ({ mails }) => one(mails.waitingSeconds),
  },
  {
    name: 'jobwright_mail_retried',
    help: 'E-mails that the mail server did not take last time, and that are tried again.',
    read: ({ mails }) => one(mails.retried),
  },
  {
    name: 'jobwright_mail_unreached',
    help: 'Those of them that met no mail server last time, or one that takes no e-mail of ours.',
    read: ({ mails }) => one(mails.unreached),
  },
  {
    name: 'jobwright_unsealed_events',
    help: 'Events of the audit trail that have no seal yet.',
    read: ({ seals }) => one(seals.unsealed),
  },
  {
    name: 'jobwright_seal_age_seconds',
    help: 'The age of the oldest event without a seal; 0 while there is none.',
    read: ({ seals }) => one(seals.oldestSeconds),
  },
  {
    name: 'jobwright_escrow_held_units',
    help: 'What the escrow held of the token when the books were last closed, in its smallest unit.',
    read: ({ books }) => one(books?.held),
  },
  {
    name: 'jobwright_escrow_ledger_units',
    help: 'What the escrow’s events say that it should hold, in the smallest unit.',
    read: ({ books }) => one(books?.ledger),
  },
  {
    name: 'jobwright_escrow_missing_units',
    help: 'What the escrow lacks of what its events say, in the smallest unit; more than 0 is an alarm.',
    read: ({ books }) => one(books && books.ledger - books.held),
  },
  {
    name: 'jobwright_escrow_books_age_seconds',
    help: 'How long ago the books were closed.',
    read: ({ books }) => one(books?.ageSeconds),
  },
  {
    name: 'jobwright_payment_seconds',
    help: 'Seconds from the deciding verdict until the payment was seen on chain, over the newest 500 settled jobs.',
    labels: ['quantile'],
    read: ({ payments }) => [
      ...one(payments?.median).map(({ value }) => ({ labels: { quantile: '0.5' }, value })),
      ...one(payments?.p95).map(({ value }) => ({ labels: { quantile: '0.95' }, value })),
    ],
  },
]

export const readinessGauges: readonly GaugeRow<readonly Reason[]>[] = [
  {
    name: 'jobwright_readiness_reasons',
    help: 'Reasons why the service is not ready, as readiness lists them, by what they are about.',
    labels: ['part'],
    read: (reasons) =>
      readinessParts.map((part) => ({
        labels: { part },
        value: reasons.filter((reason) => reason.part === part).length,
      })),
  },
]

export const chainGauges: readonly GaugeRow<ChainMeasures>[] = [
  {
    name: 'jobwright_chain_head_block',
    help: 'The number of the newest block.',
    read: ({ headBlock }) => one(headBlock),
  },
  {
    name: 'jobwright_chain_head_age_seconds',
    help: 'Seconds since the newest block, by the clock of this machine.',
    read: ({ headAge }) => one(headAge),
  },
  {
    name: 'jobwright_chain_head_old',
    help: '1 while the newest block is older than CHAIN_HEAD_AGE_SECONDS.',
    read: ({ isHeadOld }) => one(isHeadOld),
  },
  {
    name: 'jobwright_indexer_lag_blocks',
    help: 'Blocks that the indexer is behind the newest one.',
    read: ({ lagBlocks }) => one(lagBlocks),
  },
  {
    name: 'jobwright_indexer_lag_seconds',
    help: 'Seconds of the chain’s clock between the newest block and the newest one that the indexer has read.',
    read: ({ lagSeconds }) => one(lagSeconds),
  },
]

export const keyGauges: readonly GaugeRow<KeyMeasures>[] = [
  {
    name: 'jobwright_operator_balance_units',
    help: 'Native money of a key of the service, in its smallest unit.',
    labels: ['key'],
    read: (keys) => keys.map(({ key, balance }) => ({ labels: { key }, value: Number(balance) })),
  },
  {
    name: 'jobwright_operator_needed_units',
    help: 'What its work may cost at present fees, in the smallest unit.',
    labels: ['key'],
    read: (keys) => keys.map(({ key, needed }) => ({ labels: { key }, value: Number(needed) })),
  },
  {
    name: 'jobwright_operator_open_calls',
    help: 'Calls of a key of the service that are not mined.',
    labels: ['key'],
    read: (keys) => keys.map(({ key, openCalls }) => ({ labels: { key }, value: Number(openCalls) })),
  },
]

type Counted = RecordMeasures['transactions'][number]

/** A state without transactions has the value 0, so that a rule always finds one. */
function byState(transactions: readonly Counted[], read: (counted: Counted) => number): Sample[] {
  return [...liveTransactionStates, 'MISMATCHED'].map((state) => {
    const counted = transactions.find((row) => row.state === state)
    return { labels: { state }, value: counted ? read(counted) : 0 }
  })
}

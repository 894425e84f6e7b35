import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { JobState } from '#lib/domain/job.ts'
import type { NodeFault } from '#lib/domain/node-fault.ts'
import { at, bytes, createdAt, hex, units } from './columns.ts'
import { drafts, fundingSnapshots } from './drafts.ts'
import { users } from './users.ts'

/** A job as the escrow contract holds it. Without a snapshot it is one that this service did not build. */
export const jobs = pgTable(
  'jobs',
  {
    onchainJobId: units().primaryKey(),
    chainId: integer().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    draftId: uuid().references(() => drafts.id),
    snapshotId: uuid()
      .unique()
      .references(() => fundingSnapshots.id),
    clientAddress: hex().notNull(),
    ref: hex().notNull(),
    state: text().$type<JobState>().notNull(),
    held: units().notNull(),
    budget: units().notNull(),
    openUntil: units().notNull(),
    transactionHash: hex().notNull(),
    logIndex: integer().notNull(),
    blockNumber: bigint({ mode: 'bigint' }).notNull(),
    blockHash: hex().notNull(),
    lastEventBlock: bigint({ mode: 'bigint' }).notNull(),
    lastEventLogIndex: integer().notNull(),
    /** Whether the job's transfers were read from receipts since its last event. */
    isProven: boolean().notNull().default(false),
    /** When to read them again after they could not be; null for now. */
    proveAfter: at(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    unique('jobs_log').on(table.chainId, table.transactionHash, table.logIndex),
    unique('jobs_of_user').on(table.onchainJobId, table.userId),
    unique('jobs_client_ref').on(table.clientAddress, table.ref),
    index('jobs_draft').on(table.draftId),
    index('jobs_user').on(table.userId, table.onchainJobId),
    index('jobs_user_state').on(table.userId, table.state, table.onchainJobId),
    index('jobs_ended')
      .on(table.updatedAt)
      .where(sql`state in ('SETTLED', 'REJECTED', 'REFUNDED', 'CANCELLED', 'LAPSED')`),
    index('jobs_unproven')
      .on(table.updatedAt)
      .where(sql`state in ('SETTLED', 'REJECTED', 'REFUNDED', 'CANCELLED', 'LAPSED') and not is_proven`),
    check(
      'jobs_state',
      sql`${table.state} in ('OPEN', 'ASSIGNED', 'SUBMITTED', 'SETTLED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'REFUNDED', 'LAPSED')`,
    ),
    check(
      'jobs_ended_hold_nothing',
      sql`${table.state} not in ('SETTLED', 'CANCELLED', 'REFUNDED', 'LAPSED') or ${table.held} = 0`,
    ),
    check('jobs_held', sql`${table.held} >= 0 and ${table.held} <= ${table.budget}`),
  ],
)

/** Headers of the blocks inside the re-scan window, from which a reorganisation is recognised. */
export const chainBlocks = pgTable('chain_blocks', {
  number: bigint({ mode: 'bigint' }).primaryKey(),
  hash: hex().notNull(),
  timestamp: bigint({ mode: 'bigint' }).notNull(),
})

/** Logs of the escrow contract on the branch that is canonical at present. */
export const chainLogs = pgTable(
  'chain_logs',
  {
    blockNumber: bigint({ mode: 'bigint' }).notNull(),
    logIndex: integer().notNull(),
    blockHash: hex().notNull(),
    transactionHash: hex().notNull(),
    eventName: text().notNull(),
    onchainJobId: units(),
    args: jsonb().$type<Record<string, unknown>>().notNull(),
    seenAt: createdAt(),
    appliedAt: at(),
  },
  (table) => [
    primaryKey({ columns: [table.blockNumber, table.logIndex] }),
    index('chain_logs_job').on(table.onchainJobId),
    index('chain_logs_unapplied').on(table.blockNumber, table.logIndex).where(sql`applied_at is null`),
    index('chain_logs_created').on(table.blockNumber).where(sql`event_name = 'JobCreated'`),
    index('chain_logs_deferred').on(table.blockNumber).where(sql`event_name in ('PaymentDeferred', 'Collected')`),
    index('chain_logs_registered').on(table.blockNumber, table.logIndex).where(sql`event_name = 'AgentRegistered'`),
    index('chain_logs_payees')
      .on(sql`(args->>'agent')`, table.blockNumber, table.logIndex)
      .where(sql`event_name in ('PayeeRequested', 'PayeeChanged', 'PayeeCancelled')`),
    index('chain_logs_agent').on(sql`(args->>'agent')`).where(sql`args ? 'agent'`),
  ],
)

/** A problem of one of the configured nodes; `since` is a time of ISO 8601. */
export type StoredNodeProblem = { ordinal: number; host: string; fault: NodeFault; detail: string; since: string }

/** Where the indexer stands; one row. */
export const chainCursor = pgTable('chain_cursor', {
  chainId: integer().primaryKey(),
  genesisHash: hex().notNull(),
  escrow: hex().notNull(),
  indexedBlock: bigint({ mode: 'bigint' }).notNull(),
  appliedBlock: bigint({ mode: 'bigint' }).notNull(),
  /** The hash of another branch's block where an applied event was; seen once more, it halts the indexer. */
  suspectedFork: hex(),
  haltedReason: text(),
  /** The newest block that a halted indexer's branch shared with the one that halted it. */
  forkBlock: bigint({ mode: 'bigint' }),
  /** When the indexer last read something, or found that there was nothing to read; noted every few seconds. */
  readAt: at(),
  /** Why its last step failed; null after one that did not. */
  stepFailure: text(),
  /** When the books were last compared with the contract, and what differed then. */
  reconciledAt: at(),
  differences: jsonb().$type<string[]>().notNull().default([]),
  /** What the indexer finds wrong with the chain's nodes. */
  nodeProblems: jsonb().$type<StoredNodeProblem[]>().notNull().default([]),
  updatedAt: createdAt(),
})

/** The longest that a block waited to be final, for each hour of the day that is over or going on; at most 24 rows. */
export const finalityLags = pgTable('finality_lags', {
  hour: integer().primaryKey(),
  startedAt: timestamp('begun_at', { withTimezone: true, mode: 'date' }).notNull().default(sql`now()`),
  seconds: integer().notNull(),
})

/** Every change of state, written with it and never changed; a sealer adds the sequence and the hash chain. */
export const events = pgTable(
  'events',
  {
    id: uuid().primaryKey().default(sql`uuidv7()`),
    actorKind: text().notNull(),
    actorId: text().notNull(),
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    userId: uuid(),
    name: text().notNull(),
    fromState: text(),
    toState: text(),
    evidence: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: createdAt(),
  },
  (table) => [
    index('events_subject').on(table.subjectType, table.subjectId, table.id),
    index('events_user').on(table.userId, table.id),
  ],
)

/**
 * Events that wait for their seal, written and removed by triggers on events and seals.
 * @public
 */
export const unsealedEvents = pgTable('unsealed_events', {
  eventId: uuid()
    .primaryKey()
    .references(() => events.id),
})

/**
 * The gapless sequence and hash chain over `events`; written by one statement in `lib/data/events.ts`.
 * @public
 */
export const eventSeals = pgTable('event_seals', {
  sequence: bigint({ mode: 'bigint' }).primaryKey(),
  eventId: uuid()
    .notNull()
    .unique()
    .references(() => events.id),
  hash: bytes().notNull(),
  sealedAt: createdAt(),
})

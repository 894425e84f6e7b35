import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AssignmentState, VerdictKind } from '#lib/domain/agent.ts'
import type { FileChange, ResultDocument } from '#lib/domain/result.ts'
import { agents } from './agents.ts'
import { at, createdAt, hex, id, timelessId, units } from './columns.ts'
import { jobs } from './jobs.ts'

const live = sql.raw(`state in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED')`)
const unanswered = sql.raw(`state in ('DRAWN', 'SEATED')`)

/** A worker's part in a job, from the offer on. The client never is the worker's owner: the database refuses it. */
export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    onchainJobId: units().notNull(),
    clientUserId: uuid().notNull(),
    agentId: uuid().notNull(),
    ownerUserId: uuid().notNull(),
    agentAddress: hex().notNull(),
    /** The runtime's key at the time of the offer; it signs acceptance and submission. */
    key: hex().notNull(),
    state: text().$type<AssignmentState>().notNull().default('OFFERED'),
    /** The contract's number of this assignment, once it is on chain. */
    attempt: integer(),
    offerExpiresAt: at().notNull(),
    acceptanceSignature: hex(),
    acceptedAt: at(),
    workBy: units(),
    /**
     * Until when the contract accepts the next step of this attempt: the result, the panel, then the verdicts with their
     * grace. Null before it is on chain.
     */
    deadline: units(),
    releaseSignature: hex(),
    endCause: text(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    endedAt: at(),
  },
  (table) => [
    foreignKey({ columns: [table.onchainJobId, table.clientUserId], foreignColumns: [jobs.onchainJobId, jobs.userId] }),
    foreignKey({ columns: [table.agentId, table.ownerUserId], foreignColumns: [agents.id, agents.userId] }),
    uniqueIndex('assignments_one_live_per_job').on(table.onchainJobId).where(live),
    uniqueIndex('assignments_attempt').on(table.onchainJobId, table.attempt).where(sql`attempt is not null`),
    index('assignments_agent').on(table.agentId, table.id),
    index('assignments_live').on(table.agentId).where(live),
    index('assignments_job').on(table.onchainJobId, table.id),
    index('assignments_offered').on(table.ownerUserId).where(sql`state = 'OFFERED'`),
    index('assignments_working').on(table.id).where(sql`state = 'ASSIGNED' and release_signature is null`),
    check('assignments_not_own_job', sql`${table.ownerUserId} <> ${table.clientUserId}`),
    check(
      'assignments_accepted_are_signed',
      sql`${table.state} not in ('ACCEPTED', 'ASSIGNED', 'SUBMITTED', 'PASSED') or ${table.acceptanceSignature} is not null`,
    ),
    check(
      'assignments_state',
      sql`${table.state} in ('OFFERED', 'ACCEPTED', 'ASSIGNED', 'SUBMITTED', 'PASSED', 'REJECTED', 'DECLINED', 'RELEASED', 'LAPSED')`,
    ),
  ],
)

/** What a worker delivered for one attempt; never changed. */
export const results = pgTable(
  'results',
  {
    id: id(),
    assignmentId: uuid()
      .notNull()
      .unique()
      .references(() => assignments.id),
    onchainJobId: units().notNull(),
    attempt: integer().notNull(),
    document: jsonb().$type<ResultDocument>().notNull(),
    commitment: hex().notNull(),
    changes: jsonb().$type<FileChange[]>().notNull(),
    summary: text().notNull(),
    signature: hex().notNull(),
    createdAt: createdAt(),
  },
  (table) => [unique('results_attempt').on(table.onchainJobId, table.attempt)],
)

/** How a panel was drawn: who could have been, and the random numbers. Its hash is on chain. */
export const draws = pgTable(
  'draws',
  {
    id: id(),
    onchainJobId: units().notNull(),
    attempt: integer().notNull(),
    kind: text().$type<'PANEL' | 'ALTERNATES'>().notNull(),
    evidence: jsonb().$type<Record<string, unknown>>().notNull(),
    evidenceHash: hex().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('draws_attempt').on(table.onchainJobId, table.attempt)],
)

export type Contradiction = { pass: boolean; evidence_hash: string; proof: string }

/** One verifier's seat on the panel of an attempt; owners are distinct from each other, the worker's and the client's. */
export const seats = pgTable(
  'seats',
  {
    id: timelessId(),
    onchainJobId: units().notNull(),
    attempt: integer().notNull(),
    seat: integer().notNull(),
    /** 1 for the attempt's panel; alternates count on from 2. */
    naming: integer().notNull().default(1),
    clientUserId: uuid().notNull(),
    workerUserId: uuid().notNull(),
    agentId: uuid().notNull(),
    ownerUserId: uuid().notNull(),
    agentAddress: hex().notNull(),
    key: hex().notNull(),
    state: text().$type<'DRAWN' | 'SEATED' | 'ANSWERED' | 'RECORDED' | 'DISMISSED'>().notNull().default('DRAWN'),
    verifyBy: units(),
    takenAt: at(),
    verdict: text().$type<VerdictKind>(),
    evidence: jsonb().$type<Record<string, unknown>>(),
    evidenceHash: hex(),
    signature: hex(),
    answeredAt: at(),
    /** A second vote that contradicts the first, with its signature or the transaction that carries it. */
    contradiction: jsonb().$type<Contradiction>(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.onchainJobId, table.clientUserId], foreignColumns: [jobs.onchainJobId, jobs.userId] }),
    foreignKey({ columns: [table.agentId, table.ownerUserId], foreignColumns: [agents.id, agents.userId] }),
    unique('seats_place').on(table.onchainJobId, table.attempt, table.seat, table.naming),
    unique('seats_owner').on(table.onchainJobId, table.attempt, table.ownerUserId),
    index('seats_agent').on(table.agentId, table.id),
    index('seats_created').on(table.createdAt),
    index('seats_open').on(table.agentId).where(unanswered),
    index('seats_open_of_owner').on(table.ownerUserId).where(unanswered),
    index('seats_judging').on(table.id).where(sql`state = 'SEATED'`),
    check(
      'seats_independent',
      sql`${table.ownerUserId} <> ${table.clientUserId} and ${table.ownerUserId} <> ${table.workerUserId}`,
    ),
    check(
      'seats_verdict_signed',
      sql`${table.verdict} is null or ${table.verdict} not in ('PASS', 'FAIL') or ${table.signature} is not null`,
    ),
  ],
)

/**
 * When a job must be checked next, and why its execution stands where it stands. Triggers make a job due with every change
 * that may matter to it; a check writes reason and next due time from the facts that it found.
 * @public
 */
export const executions = pgTable(
  'executions',
  {
    onchainJobId: units()
      .primaryKey()
      .references(() => jobs.onchainJobId),
    reason: text(),
    lookedAt: createdAt(),
    /** Null once nothing can happen to the job any more. */
    dueAt: at().defaultNow(),
    /** Who must become available before the job can go on. */
    waitsFor: text().$type<'WORKER' | 'VERIFIERS'>(),
  },
  (table) => [
    index('executions_due').on(table.dueAt).where(sql`due_at is not null`),
    index('executions_waiting').on(table.waitsFor, table.onchainJobId).where(sql`waits_for is not null`),
    check('executions_waits', sql`${table.waitsFor} in ('WORKER', 'VERIFIERS')`),
  ],
)

/** Verifiers and workers whose owner was rejected on a job may not be assigned to it again. */
export const rejections = pgTable(
  'rejections',
  { onchainJobId: units().notNull(), ownerUserId: uuid().notNull(), createdAt: createdAt() },
  (table) => [primaryKey({ columns: [table.onchainJobId, table.ownerUserId] })],
)

/** A client's request to take a stalled job from its agent; at most one per attempt and three per job, for ever. */
export const executionRetries = pgTable(
  'execution_retries',
  {
    id: id(),
    onchainJobId: units()
      .notNull()
      .references(() => jobs.onchainJobId),
    attempt: integer().notNull(),
    number: integer().notNull(),
    userId: uuid().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    foreignKey({ columns: [table.onchainJobId, table.userId], foreignColumns: [jobs.onchainJobId, jobs.userId] }),
    unique('execution_retries_attempt').on(table.onchainJobId, table.attempt),
    unique('execution_retries_number').on(table.onchainJobId, table.number),
    check('execution_retries_bound', sql`${table.number} between 1 and 3`),
  ],
)

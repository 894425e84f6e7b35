import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { VerdictKind } from '#lib/domain/agent.ts'
import type { FileChange, ResultDocument } from '#lib/domain/result.ts'
import type { ShadowKind, ShadowOutcome, ShadowState } from '#lib/domain/shadow-seat.ts'
import { agents } from './agents.ts'
import { at, createdAt, hex, timelessId, units } from './columns.ts'
import { jobs } from './jobs.ts'

/**
 * A job that has ended, given to a verifier again as if it were seated on it. The verdict is compared with the record and
 * used for nothing else. The database refuses a second one of a job for any owner, and a second open one of an agent.
 */
export const shadowSeats = pgTable(
  'shadow_seats',
  {
    id: timelessId(),
    kind: text().$type<ShadowKind>().notNull(),
    onchainJobId: units().notNull(),
    attempt: integer().notNull(),
    clientUserId: uuid().notNull(),
    workerUserId: uuid().notNull(),
    agentId: uuid().notNull(),
    ownerUserId: uuid().notNull(),
    agentAddress: hex().notNull(),
    key: hex().notNull(),
    expected: text().$type<'PASS' | 'FAIL'>().notNull(),
    /** The result that is shown in place of the delivered one; null for the delivered one. */
    result: jsonb().$type<{ document: ResultDocument; changes: FileChange[] }>(),
    state: text().$type<ShadowState>().notNull().default('OPEN'),
    /** In seconds of the chain's clock, like that of a seat. */
    verifyBy: units().notNull(),
    takenAt: at(),
    verdict: text().$type<VerdictKind>(),
    evidenceHash: hex(),
    outcome: text().$type<ShadowOutcome>(),
    answeredAt: at(),
    /** When it was weighed in taking the agent's qualification away; it counts once. */
    countedAt: at(),
    createdAt: createdAt(),
    endedAt: at(),
  },
  (table) => [
    foreignKey({ columns: [table.onchainJobId, table.clientUserId], foreignColumns: [jobs.onchainJobId, jobs.userId] }),
    foreignKey({ columns: [table.agentId, table.ownerUserId], foreignColumns: [agents.id, agents.userId] }),
    unique('shadow_seats_owner').on(table.onchainJobId, table.ownerUserId),
    uniqueIndex('shadow_seats_one_open').on(table.agentId).where(sql`state = 'OPEN'`),
    index('shadow_seats_agent').on(table.agentId, table.createdAt),
    index('shadow_seats_created').on(table.createdAt),
    index('shadow_seats_missed').on(table.agentId, table.answeredAt).where(sql`outcome = 'MISSED'`),
    check(
      'shadow_seats_independent',
      sql`${table.ownerUserId} <> ${table.clientUserId} and ${table.ownerUserId} <> ${table.workerUserId}`,
    ),
    check('shadow_seats_kind', sql`${table.kind} in ('RECORD', 'BASE')`),
    check('shadow_seats_base_has_result', sql`(${table.kind} = 'BASE') = (${table.result} is not null)`),
    check('shadow_seats_expected', sql`${table.expected} in ('PASS', 'FAIL')`),
    check('shadow_seats_state', sql`${table.state} in ('OPEN', 'ANSWERED', 'SILENT', 'DISMISSED')`),
    check(
      'shadow_seats_outcome',
      sql`(${table.state} in ('ANSWERED', 'SILENT')) = (${table.outcome} is not null)
        and (${table.outcome} is null or ${table.outcome} in ('AGREED', 'MISSED', 'APART'))`,
    ),
    check('shadow_seats_answered', sql`(${table.state} = 'ANSWERED') = (${table.verdict} is not null)`),
  ],
)

import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ProbeReport, ProbeState } from '#lib/domain/probe.ts'
import { agents } from './agents.ts'
import { at, createdAt, hex, id } from './columns.ts'
import { users } from './users.ts'

/**
 * A verifier of another owner tries the commands of a draft before it is funded. The database refuses the client as that
 * owner, and a second probe of a draft or of a runtime while one runs.
 */
export const probes = pgTable(
  'probes',
  {
    id: id(),
    /** Kept when the draft is deleted. */
    draftId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The draft as the review left it that waits for this probe. */
    draftVersion: integer().notNull(),
    /** Of what the probe depends on; a report about anything else is stale. */
    digest: hex().notNull(),
    baseCommit: text().notNull(),
    likelyPaths: jsonb().$type<string[]>().notNull(),
    /** The client let a stranger read the repository though it was private. */
    readsPrivate: boolean().notNull().default(false),
    state: text().$type<ProbeState>().notNull().default('WAITING'),
    agentId: uuid(),
    ownerUserId: uuid(),
    /** Owners that are not asked: they have reported, or did not answer. */
    passedOver: jsonb().$type<string[]>().notNull().default([]),
    tries: integer().notNull().default(0),
    askedAt: at(),
    takenAt: at(),
    until: at().notNull(),
    report: jsonb().$type<ProbeReport>(),
    /** Why there is no report, for the client. */
    reason: text(),
    createdAt: createdAt(),
    endedAt: at(),
  },
  (table) => [
    foreignKey({ columns: [table.agentId, table.ownerUserId], foreignColumns: [agents.id, agents.userId] }),
    uniqueIndex('probes_one_live_per_draft').on(table.draftId).where(sql`state in ('WAITING', 'ASKED')`),
    uniqueIndex('probes_one_per_agent').on(table.agentId).where(sql`state = 'ASKED'`),
    index('probes_live').on(table.id).where(sql`state in ('WAITING', 'ASKED')`),
    index('probes_agent').on(table.agentId).where(sql`agent_id is not null`),
    index('probes_draft').on(table.draftId, table.id),
    index('probes_user').on(table.userId, table.createdAt),
    check('probes_state', sql`${table.state} in ('WAITING', 'ASKED', 'ANSWERED', 'NOBODY_FREE', 'ENDED')`),
    check('probes_independent', sql`${table.ownerUserId} is null or ${table.ownerUserId} <> ${table.userId}`),
    check('probes_asked_have_agent', sql`${table.state} not in ('ASKED', 'ANSWERED') or ${table.agentId} is not null`),
    check('probes_answered_have_report', sql`(${table.state} = 'ANSWERED') = (${table.report} is not null)`),
  ],
)

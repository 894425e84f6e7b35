import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PublicationState } from '#lib/domain/publication.ts'
import { at, createdAt, hex, id, units } from './columns.ts'
import { jobs } from './jobs.ts'

/** The way of a settled result into the client's repository; one per job, for ever. */
export const publications = pgTable(
  'publications',
  {
    id: id(),
    onchainJobId: units().notNull().unique(),
    userId: uuid().notNull(),
    requestedBy: text().$type<'client' | 'policy'>().notNull(),
    resultCommitment: hex().notNull(),
    repositoryId: bigint({ mode: 'number' }).notNull(),
    branch: text().notNull(),
    state: text().$type<PublicationState>().notNull().default('REQUESTED'),
    attempts: integer().notNull().default(0),
    headCommit: text(),
    pullRequestNumber: integer(),
    pullRequestUrl: text(),
    checkRunUrl: text(),
    /** Why the last attempt did not end well. */
    detail: text(),
    lookedAt: at(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
    publishedAt: at(),
  },
  (table) => [
    foreignKey({ columns: [table.onchainJobId, table.userId], foreignColumns: [jobs.onchainJobId, jobs.userId] }),
    index('publications_open').on(table.lookedAt).where(sql`state = 'REQUESTED'`),
    check('publications_state', sql`${table.state} in ('REQUESTED', 'PUBLISHED', 'FAILED')`),
    check(
      'publications_published_are_complete',
      sql`${table.state} <> 'PUBLISHED' or (${table.headCommit} is not null and ${table.pullRequestUrl} is not null and ${table.checkRunUrl} is not null and ${table.publishedAt} is not null)`,
    ),
  ],
)

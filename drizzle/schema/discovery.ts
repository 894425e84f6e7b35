import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { at, createdAt, id, units } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Repositories that strangers can see and that are looked at for issues. */
export const publicRepositories = pgTable(
  'public_repositories',
  {
    id: id(),
    /** The host's number; null until it was read for the first time. */
    repositoryId: bigint({ mode: 'number' }).unique(),
    fullName: text().notNull(),
    owner: text().notNull(),
    language: text(),
    /** Named by this deployment; the others are indexed while they carry the topic. */
    isListed: boolean().notNull().default(false),
    isIndexed: boolean().notNull().default(false),
    repositoryEtag: text(),
    issuesEtag: text(),
    /** Issues changed up to here were read. */
    issuesSince: at(),
    /** Where an unfinished reading goes on. */
    issuesPage: integer().notNull().default(1),
    /** When the reading of all issues began that is under way. */
    fullReadFrom: at(),
    fullReadAt: at(),
    readAt: at(),
    nextReadAt: createdAt(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('public_repositories_name').on(table.fullName),
    index('public_repositories_due').on(table.nextReadAt),
    index('public_repositories_place').on(sql`lower(${table.fullName})`),
    check('public_repositories_indexed_are_known', sql`not ${table.isIndexed} or ${table.repositoryId} is not null`),
  ],
)

/** Open issues of indexed repositories, and those that were funded; narrow rows, so that lists stay fast. */
export const publicIssues = pgTable(
  'public_issues',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    repositoryId: bigint({ mode: 'number' })
      .notNull()
      .references(() => publicRepositories.repositoryId),
    number: integer().notNull(),
    title: text().notNull(),
    labels: text().array().notNull(),
    /** The labels in lower case: to the host, labels that differ in case alone are one. */
    labelKeys: text().array().notNull().generatedAlwaysAs(sql`lower_all(labels)`),
    /** Of the repository, so that lists need no join. */
    owner: text().notNull(),
    language: text(),
    comments: integer().notNull(),
    assignees: integer().notNull(),
    author: text().notNull(),
    isOpen: boolean().notNull(),
    createdAt: at().notNull(),
    updatedAt: at().notNull(),
    seenAt: createdAt(),
    /** When it came into the index as a new issue, or else was opened; later, when its newest job was funded. */
    newsAt: createdAt(),
    onchainJobId: units(),
    jobState: text(),
    reward: units(),
    /** The chain's seconds up to which a worker can take the job. */
    openUntil: units(),
    search: tsvector().notNull(),
    /** Beside the other, which is kept out of the row, so that many matches are ranked fast. */
    titleSearch: tsvector().notNull().generatedAlwaysAs(sql`to_tsvector('english', title)`),
  },
  (table) => [
    index('public_issues_number').on(table.number, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    unique('public_issues_place').on(table.repositoryId, table.number),
    index('public_issues_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('public_issues_updated').on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('public_issues_news').on(table.newsAt),
    index('public_issues_reward')
      .on(table.reward.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`job_state = 'OPEN'`),
    index('public_issues_assigned')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`assignees > 0`),
    index('public_issues_repository').on(
      table.repositoryId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('public_issues_language').on(
      sql`lower(${table.language})`,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('public_issues_owner_name').on(
      sql`lower(${table.owner})`,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('public_issues_job').on(table.jobState, table.createdAt, table.id).where(sql`job_state is not null`),
    index('public_issues_comments').on(table.comments),
    index('public_issues_labels').using('gin', table.labelKeys),
    index('public_issues_search').using('gin', table.search),
    index('public_issues_titles').using('gin', table.titleSearch),
    index('public_issues_alike').using('gin', table.title.op('gin_trgm_ops')),
  ],
)

/** Issues by label, and by label and language, in the order of creation; triggers on public issues keep it. */
export const publicIssueLabels = pgTable(
  'public_issue_labels',
  {
    issueId: bigint({ mode: 'number' })
      .notNull()
      .references(() => publicIssues.id, { onDelete: 'cascade' }),
    /** In lower case. */
    label: text().notNull(),
    language: text(),
    createdAt: at().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.issueId, table.label] }),
    index('public_issue_labels_newest').on(
      table.label,
      table.createdAt.desc().nullsFirst(),
      table.issueId.desc().nullsFirst(),
    ),
    index('public_issue_labels_language').on(
      table.label,
      sql`lower(${table.language})`,
      table.createdAt.desc().nullsFirst(),
      table.issueId.desc().nullsFirst(),
    ),
  ],
)

/** The text of an issue, apart. */
export const publicIssueBodies = pgTable('public_issue_bodies', {
  issueId: bigint({ mode: 'number' })
    .primaryKey()
    .references(() => publicIssues.id, { onDelete: 'cascade' }),
  body: text().notNull(),
})

/** How many issues of a large part of the index fit each value of a facet, as of the last count. */
export const publicFacetCounts = pgTable(
  'public_facet_counts',
  {
    /** All issues, or those of one language, owner or label, or of one language with one label. */
    part: text().notNull(),
    /** The language, the owner or the label in lower case, or language and label on a line each. */
    partName: text().notNull(),
    facet: text().notNull(),
    total: integer().notNull(),
    /** The commonest first. */
    counts: jsonb().$type<{ value: string; count: number }[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.part, table.partName, table.facet] })],
)

/** How many more requests a stranger may make at the host; one row. */
export const publicAllowance = pgTable(
  'public_allowance',
  {
    only: boolean().primaryKey().default(true),
    remaining: integer().notNull(),
    resetAt: at().notNull(),
  },
  (table) => [check('public_allowance_only', sql`${table.only}`)],
)

import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { AcceptanceFile } from '#lib/domain/acceptance-files.ts'
import type { ContentWarning } from '#lib/domain/content-warning.ts'
import type { NormalisedIssue, PolicyDocument, Publication, TaskDocument } from '#lib/domain/document.ts'
import type { DraftState } from '#lib/domain/draft.ts'
import type { Finding } from '#lib/domain/finding.ts'
import type { SealedEvidence, StoredSealedFile } from '#lib/domain/sealed-files.ts'
import type { VerificationCommand } from '#lib/domain/verification-command.ts'
import { at, createdAt, hex, id, units } from './columns.ts'
import { repositoryAccesses } from './repositories.ts'
import { users } from './users.ts'

export const drafts = pgTable(
  'drafts',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    repositoryAccessId: uuid()
      .notNull()
      .references(() => repositoryAccesses.id),
    repositoryFullName: text().notNull(),
    issueNumber: integer().notNull(),
    issue: jsonb().$type<NormalisedIssue>().notNull(),
    warnings: jsonb().$type<ContentWarning[]>().notNull(),
    state: text().$type<DraftState>().notNull().default('DRAFT'),
    version: integer().notNull().default(1),
    title: text().notNull(),
    instructions: text().notNull(),
    acceptanceCriteria: jsonb().$type<string[]>().notNull(),
    verificationCommands: jsonb().$type<VerificationCommand[]>().notNull(),
    protectedPaths: jsonb().$type<string[]>().notNull(),
    /** What was protected by default so far, whether or not the client kept it; null while that was not computed. */
    defaultProtection: jsonb().$type<string[]>(),
    /** Laid over base and result before the commands run. */
    acceptanceFiles: jsonb().$type<AcceptanceFile[]>().notNull().default([]),
    /** Laid over like the others, with bytes that only verifiers of a delivered result get before the job ends. */
    sealedFiles: jsonb().$type<StoredSealedFile[]>().notNull().default([]),
    sealedEvidence: text().$type<SealedEvidence>().notNull().default('outcome'),
    /** The worker of a later attempt is told why earlier ones failed. */
    sharesFailedAttempts: boolean().notNull().default(false),
    publication: text().$type<Publication>().notNull().default('on_request'),
    baseBranch: text().notNull(),
    baseCommit: text(),
    reward: units().notNull(),
    verifierFee: units().notNull(),
    verifiers: integer().notNull(),
    quorum: integer().notNull(),
    maxAttempts: integer().notNull(),
    silenceShareBps: integer().notNull().default(5_000),
    openSeconds: integer().notNull(),
    workSeconds: integer().notNull(),
    verificationSeconds: integer().notNull(),
    /** The issue as it was before the last review found it changed. */
    previousIssue: jsonb().$type<NormalisedIssue>(),
    findings: jsonb().$type<Finding[]>().notNull().default([]),
    reviewedAt: at(),
    snapshotId: uuid(),
    createdAt: createdAt(),
    updatedAt: createdAt(),
  },
  (table) => [
    index('drafts_repository').on(table.repositoryAccessId),
    index('drafts_user').on(table.userId, table.id),
    index('drafts_unfunded').on(table.userId, table.id).where(sql`${table.state} <> 'FUNDED'`),
    unique('drafts_owned').on(table.userId, table.id),
    uniqueIndex('drafts_one_open_per_issue')
      .on(table.userId, table.repositoryAccessId, table.issueNumber)
      .where(sql`${table.state} <> 'FUNDED'`),
    uniqueIndex('drafts_one_payment_under_way').on(table.userId).where(sql`${table.state} in ('LOCKED', 'FUNDING')`),
    check('drafts_state', sql`${table.state} in ('DRAFT', 'READY', 'LOCKED', 'FUNDING', 'FUNDED')`),
    check('drafts_snapshot', sql`${table.state} in ('DRAFT', 'READY') or ${table.snapshotId} is not null`),
    check('drafts_publication', sql`${table.publication} in ('on_request', 'automatic')`),
    check('drafts_sealed_evidence', sql`${table.sealedEvidence} in ('outcome', 'full')`),
    check('drafts_silence_share', sql`${table.silenceShareBps} between 0 and 10000`),
    check('drafts_amounts', sql`${table.reward} > 0 and ${table.verifierFee} >= 0`),
  ],
)

/** Drafts that their clients deleted and may bring back for a few minutes, each as its row was. */
export const deletedDrafts = pgTable(
  'deleted_drafts',
  {
    id: uuid().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    draft: jsonb().notNull(),
    deletedAt: createdAt(),
  },
  (table) => [index('deleted_drafts_user').on(table.userId)],
)

/** What a client was asked to fund. Rows are kept for ever: a late JobCreated may still match a superseded one. */
export const fundingSnapshots = pgTable(
  'funding_snapshots',
  {
    id: id(),
    draftId: uuid().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    clientAddress: hex().notNull(),
    ref: hex().notNull().unique(),
    taskDocument: jsonb().$type<TaskDocument>().notNull(),
    policyDocument: jsonb().$type<PolicyDocument>().notNull(),
    /** The files of which the task document has the hashes. */
    sealedFiles: jsonb().$type<StoredSealedFile[]>().notNull().default([]),
    sharesFailedAttempts: boolean().notNull().default(false),
    taskCommitment: hex().notNull(),
    policyCommitment: hex().notNull(),
    reward: units().notNull(),
    verifierFee: units().notNull(),
    verifiers: integer().notNull(),
    quorum: integer().notNull(),
    maxAttempts: integer().notNull(),
    silenceShareBps: integer().notNull().default(0),
    fundBy: units().notNull(),
    openUntil: units().notNull(),
    workWindow: units().notNull(),
    verificationWindow: units().notNull(),
    budget: units().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('funding_snapshots_draft').on(table.draftId),
    index('funding_snapshots_issue').on(
      sql`((task_document->'repository'->>'id')::bigint)`,
      sql`((task_document->'issue'->>'number')::int)`,
    ),
    check(
      'funding_snapshots_budget',
      sql`${table.budget} = ${table.reward} + ${table.verifierFee} * ${table.verifiers} * ${table.maxAttempts}`,
    ),
  ],
)

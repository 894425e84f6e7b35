import { bigint, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import type { ProvenTransfer } from '#lib/domain/escrow-payments.ts'
import { createdAt, units } from './columns.ts'
import { jobs } from './jobs.ts'

/** Amounts in base units and blocks as decimal strings. */
export type StoredTransfer = {
  [Field in keyof ProvenTransfer]: ProvenTransfer[Field] extends bigint ? string : ProvenTransfer[Field]
}

/** Every transfer of the token that an ended job caused, as the receipts show it, up to the job's event at that position. */
export const jobProofs = pgTable('job_proofs', {
  onchainJobId: units()
    .primaryKey()
    .references(() => jobs.onchainJobId),
  lastEventBlock: bigint({ mode: 'bigint' }).notNull(),
  lastEventLogIndex: integer().notNull(),
  transfers: jsonb().$type<StoredTransfer[]>().notNull(),
  readAt: createdAt(),
})

import { findResult, type ResultRow } from '../../data/assignments.ts'
import type { SnapshotRow } from '../../data/drafts.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import type { ShadowRow } from '../../data/shadow-seats.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

export type Shadowed = { snapshot: SnapshotRow; result: Pick<ResultRow, 'changes' | 'document'> }

/** What a shadow seat shows: the terms of its job, and the result that was delivered or made for it. */
export async function requireShadowed(ctx: Context, shadow: ShadowRow): Promise<Shadowed> {
  const [{ snapshot }, delivered] = await Promise.all([
    findJobAndTerms(ctx.db, shadow.onchainJobId),
    findResult(ctx.db, shadow.onchainJobId, shadow.attempt),
  ])
  const result = shadow.result ?? delivered
  if (!snapshot || !result) throw new Failure('not_found', 'There is nothing to verify.')
  return { snapshot, result }
}

import { findResult } from '../../data/assignments.ts'
import type { Transaction } from '../../data/database.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import type { Context } from '../context.ts'
import { intendPublication } from './request-publication.ts'

/** Asks for the publication of a settled result where the client's own policy says so, in the transaction that settles. */
export async function publishByPolicy(ctx: Context, tx: Transaction, id: bigint, attempt: number): Promise<void> {
  const { job, snapshot } = await findJobAndTerms(tx, id)
  if (!job || snapshot?.policyDocument.publication !== 'automatic') return
  const result = await findResult(tx, id, attempt)
  // Ignored because a publication that is under way or done needs no second request.
  if (result) await intendPublication(ctx, tx, { job, result, requestedBy: 'policy' })
}

import type { Database } from '../../data/database.ts'
import { type DraftView, findDraft } from '../../data/drafts.ts'
import { findLiveTransactionOfDraft } from '../../data/transactions.ts'
import { paymentLive, readDraftStep } from '../../domain/draft.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireCapability, type UserActor } from '../context.ts'

/** The client's own draft, or `not_found`. */
export async function requireDraft(ctx: Context, id: string): Promise<DraftView & { user: UserActor }> {
  const user = requireCapability(ctx, 'client')
  const view = await findDraft(ctx.db, user.userId, id)
  if (!view) throw new Failure('not_found', 'There is no such draft.')
  return { ...view, user }
}

/** The refusal of a change that lost a race. */
export function draftMoved(id: string): Failure {
  return new Failure('state_conflict', 'The draft was changed by another request at the same moment.', {
    nextActions: [readDraftStep(id, 'Read the draft again.')],
  })
}

/** Refuses to unlock or delete a draft while one of its transactions may still land. */
export async function assertNothingLive(db: Database, draft: { id: string }): Promise<void> {
  const live = await findLiveTransactionOfDraft(db, draft.id)
  if (live) throw paymentLive(live)
}

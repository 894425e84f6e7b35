import type { Transaction } from '../../data/database.ts'
import { type DraftRow, type DraftView, findDraft, lockDraftRow } from '../../data/drafts.ts'
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

/** Keeps the draft as it was read until the transaction ends; refuses one that has changed since. */
export async function holdDraft(tx: Transaction, read: Pick<DraftRow, 'id' | 'version'>): Promise<void> {
  const draft = await lockDraftRow(tx, read.id)
  if (draft?.version !== read.version) throw draftMoved(read.id)
}

/** Refuses to unlock or delete a draft while one of its transactions may still land; none is opened until `tx` ends. */
export async function assertNothingLive(tx: Transaction, draft: { id: string }): Promise<void> {
  // Ignored because a draft that is gone by now is refused by the guarded change that follows.
  await lockDraftRow(tx, draft.id)
  const live = await findLiveTransactionOfDraft(tx, draft.id)
  if (live) throw paymentLive(live)
}

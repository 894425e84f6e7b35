import { inTransaction } from '../../data/database.ts'
import { deleteDraft } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { accepts, draftLocked } from '../../domain/draft.ts'
import type { Context } from '../context.ts'
import { assertNothingLive, draftMoved, requireDraft } from './require-draft.ts'

/** Deletes a draft that cannot cost anything any more; what was offered for funding is kept. */
export async function removeDraft(ctx: Context, input: { id: string }): Promise<void> {
  const { user, ...view } = await requireDraft(ctx, input.id)
  const { draft } = view
  const removed = await inTransaction(ctx.db, async (tx) => {
    if (!accepts(draft.state, 'delete')) throw draftLocked(view)
    await assertNothingLive(tx, draft)
    if (!(await deleteDraft(tx, draft))) return false
    const subject = { type: 'draft', id: draft.id } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'draft.deleted', from: draft.state })
    return true
  })
  if (!removed) throw draftMoved(draft.id)
}

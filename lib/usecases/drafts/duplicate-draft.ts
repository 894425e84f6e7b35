import type { Context } from '../context.ts'
import { createDraft } from './create-draft.ts'
import type { OfferedDraft } from './offer-actions.ts'
import { requireDraft } from './require-draft.ts'
import { writtenContent } from './sealed-drafts.ts'

/** A new draft of the same issue with the task, checks and terms of one of the client's own; the issue is read again. */
export async function duplicateDraft(ctx: Context, input: { id: string }): Promise<OfferedDraft> {
  const { draft } = await requireDraft(ctx, input.id)
  return createDraft(ctx, {
    repositoryAccessId: draft.repositoryAccessId,
    number: draft.issueNumber,
    contentHash: null,
    content: writtenContent(ctx.vault, draft),
    copyOf: draft,
  })
}

import { inTransaction } from '../../data/database.ts'
import { moveDraft } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { unique } from '../../domain/default-protection.ts'
import { accepts, draftLocked, readDraftStep, sharing } from '../../domain/draft.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'
import { followChange } from './read-protection.ts'
import { requireDraft } from './require-draft.ts'
import { keepSeals, storeContent, type WrittenContent } from './sealed-drafts.ts'

export type DraftChange = {
  id: string
  content: Partial<WrittenContent>
  /** From the body; a stale one is a conflict. */
  version: number | null
  /** From If-Match; a stale one is a failed precondition. */
  ifMatch: number | 'any' | null
}

/** Changes what is named, on the version that the caller knows. A READY draft needs a new review afterwards. */
export async function changeDraft(ctx: Context, input: DraftChange): Promise<OfferedDraft> {
  const { user, ...view } = await requireDraft(ctx, input.id)
  const { draft } = view
  const expected = input.ifMatch ?? input.version
  if (expected === null) throw new Failure('precondition_required', 'Send the version in the body, or If-Match.')
  if (!accepts(draft.state, 'edit')) throw draftLocked(view)
  const stale = staleVersion(draft, input)
  if (expected !== 'any' && expected !== draft.version) throw stale

  const { acceptanceFiles: files, protectedPaths: paths } = input.content
  const content = {
    ...input.content,
    ...(files && { acceptanceFiles: keepSeals(ctx.vault, files, draft) }),
    ...(paths && { protectedPaths: unique(paths) }),
  }
  const following = await followChange(ctx, draft, content)
  const moved = await inTransaction(ctx.db, async (tx) => {
    const changed = await moveDraft(tx, draft, 'edit', {
      ...storeContent(ctx.vault, content),
      ...following,
      ...sharing({ ...draft, ...content }),
      previousIssue: null,
      findings: [],
      reviewedAt: null,
    })
    if (!changed) return undefined
    const evidence = { fields: Object.keys(input.content), version: changed.version }
    const subject = { type: 'draft', id: draft.id } as const
    const change = { name: 'draft.edited' as const, from: draft.state, to: changed.state, evidence }
    await recordEvent(tx, { actor: user, subject, userId: user.userId, ...change })
    return changed
  })
  if (!moved) throw stale
  return offerActions(ctx, { draft: moved, snapshot: null, onchainJobId: null, jobState: null, live: null })
}

function staleVersion(draft: { id: string; version: number }, input: DraftChange): Failure {
  const code = input.ifMatch === null ? 'stale_version' : 'precondition_failed'
  return new Failure(code, `The draft has changed and is now at version ${draft.version}.`, {
    nextActions: [readDraftStep(draft.id, 'Read the draft and apply the change again.')],
  })
}

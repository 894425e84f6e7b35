import type { Context } from '../context.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'
import { requireDraft } from './require-draft.ts'

/** The client's own draft with its current snapshot and job, and what can be done with it. */
export async function readDraft(ctx: Context, input: { id: string }): Promise<OfferedDraft> {
  return offerActions(ctx, await requireDraft(ctx, input.id))
}

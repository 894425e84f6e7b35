import type { DraftView } from '#lib/data/drafts.ts'
import type { Context } from '../context.ts'
import { requireDraft } from './require-draft.ts'

/** The client's own draft with its current snapshot and job. */
export async function readDraft(ctx: Context, input: { id: string }): Promise<DraftView> {
  return requireDraft(ctx, input.id)
}

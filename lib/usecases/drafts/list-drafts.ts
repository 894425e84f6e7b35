import { type DraftFilter, findDraftUnderPayment, listDrafts as listRows } from '#lib/data/drafts.ts'
import { type Context, requireCapability } from '../context.ts'
import { type Page, toPage } from '../page.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'

/** A page of the client's drafts, newest first. */
export async function listDrafts(ctx: Context, filter: Omit<DraftFilter, 'userId'>): Promise<Page<OfferedDraft>> {
  const user = requireCapability(ctx, 'client')
  const [rows, underPayment = null] = await Promise.all([
    listRows(ctx.db, { ...filter, userId: user.userId, limit: filter.limit + 1 }),
    findDraftUnderPayment(ctx.db, user.userId),
  ])
  const offered = await Promise.all(rows.map((row) => offerActions(ctx, row, underPayment)))
  return toPage('drafts', offered, filter.limit, (row) => row.draft.id)
}

import { type DraftFilter, findDraftUnderPayment, listDrafts as listRows } from '#lib/data/drafts.ts'
import { type Context, requireCapability } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'

/** The list of a filter, under whose name its cursors stand. */
export function draftList({ states }: Pick<DraftFilter, 'states'>): string {
  return filteredList('drafts', { states })
}

/** A page of the client's drafts, newest first. */
export async function listDrafts(ctx: Context, filter: Omit<DraftFilter, 'userId'>): Promise<Page<OfferedDraft>> {
  const user = requireCapability(ctx, 'client')
  const [rows, underPayment = null] = await Promise.all([
    listRows(ctx.db, { ...filter, userId: user.userId, limit: filter.limit + 1 }),
    findDraftUnderPayment(ctx.db, user.userId),
  ])
  const offered = await Promise.all(rows.map((row) => offerActions(ctx, row, underPayment)))
  return toPage(draftList(filter), offered, filter.limit, (row) => row.draft.id)
}

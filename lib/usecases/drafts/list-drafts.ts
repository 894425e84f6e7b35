import { type DraftFilter, type DraftRow, findDraftUnderPayment, listDrafts as listRows } from '../../data/drafts.ts'
import { stageRank } from '../../domain/draft-list.ts'
import { type Context, requireCapability } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'

/** The list of a filter, under whose name its cursors stand. */
export function draftList({ states, text, sort }: Pick<DraftFilter, 'states' | 'text' | 'sort'>): string {
  return filteredList('drafts', { states, text, sort: sort === 'newest' ? undefined : sort })
}

/** A page of the client's drafts. */
export async function listDrafts(ctx: Context, filter: Omit<DraftFilter, 'userId'>): Promise<Page<OfferedDraft>> {
  const user = requireCapability(ctx, 'client')
  const [rows, underPayment = null] = await Promise.all([
    listRows(ctx.db, { ...filter, userId: user.userId, limit: filter.limit + 1 }),
    findDraftUnderPayment(ctx.db, user.userId),
  ])
  const offered = await Promise.all(rows.map((row) => offerActions(ctx, row, underPayment)))
  return toPage(draftList(filter), offered, filter.limit, ({ draft }) =>
    filter.sort === 'newest' ? draft.id : positionOf(draft),
  )
}

function positionOf({ id, state, reviewedAt }: DraftRow): string {
  return `${stageRank({ state, isReviewed: reviewedAt !== null })}/${id}`
}

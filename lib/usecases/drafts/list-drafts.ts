import { type DraftFilter, type DraftView, listDrafts as listRows } from '#lib/data/drafts.ts'
import { type Context, requireCapability } from '../context.ts'
import { type Page, toPage } from '../page.ts'

/** A page of the client's drafts, newest first. */
export async function listDrafts(ctx: Context, filter: Omit<DraftFilter, 'userId'>): Promise<Page<DraftView>> {
  const user = requireCapability(ctx, 'client')
  const rows = await listRows(ctx.db, { ...filter, userId: user.userId, limit: filter.limit + 1 })
  return toPage(rows, filter.limit, (row) => row.draft.id)
}

import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import {
  countNews,
  listDueSearches,
  newsHorizon,
  noteCheck,
  postponeCheck,
  takeDueSearch,
} from '../../data/saved-searches.ts'
import { recheckSeconds } from '../../domain/saved-search.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'

/** Checks the saved searches that are due, and notifies their savers of issues opened or funded since the last check. */
export async function alertSavers(ctx: WorkerContext): Promise<void> {
  const due = await listDueSearches(ctx.db, 100)
  await sweepRows(due, { nameOf: (id) => id, handle: (id) => check(ctx, id).catch((error) => putOff(ctx, id, error)) })
}

/** A search that cannot be checked gives way to the others. */
async function putOff(ctx: WorkerContext, id: string, error: unknown): Promise<never> {
  await inTransaction(ctx.db, (tx) => postponeCheck(tx, id, recheckSeconds.failed))
  throw error
}

/** Note and notification commit together, so that no issue is missed, or alerted twice, whatever crashes. */
function check(ctx: WorkerContext, id: string): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const search = await takeDueSearch(tx, id)
    if (!search) return
    const until = await newsHorizon(tx)
    const news = await countNews(tx, search.filter, search.checkedUntil, until)
    if (news > 0) {
      const subject = { type: 'saved_search', id } as const
      const evidence = { issues: news }
      await recordEvent(tx, {
        actor: ctx.actor,
        subject,
        userId: search.userId,
        name: 'saved_search.matched',
        evidence,
      })
    }
    await noteCheck(tx, id, until, news > 0 ? recheckSeconds.alerted : recheckSeconds.quiet)
  })
}

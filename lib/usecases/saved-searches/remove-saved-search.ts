import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { deleteSavedSearch } from '../../data/saved-searches.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireUser } from '../context.ts'

/** Deletes a saved search, which makes no more notifications; `not_found` when there is none. */
export async function removeSavedSearch(ctx: Context, input: { id: string }): Promise<void> {
  const user = requireUser(ctx)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteSavedSearch(tx, user.userId, input.id)))
      throw new Failure('not_found', 'There is no such saved search.')
    const subject = { type: 'saved_search', id: input.id } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'saved_search.deleted' })
  })
}

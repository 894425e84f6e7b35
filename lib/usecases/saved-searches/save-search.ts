import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { insertSavedSearch, type SavedSearch } from '../../data/saved-searches.ts'
import type { IssueFilter } from '../../domain/discovery.ts'
import { Failure } from '../../domain/failure.ts'
import { savedSearchesMax } from '../../domain/saved-search.ts'
import { at, step } from '../../domain/step.ts'
import { type Context, requireUser } from '../context.ts'

type NewSearch = { id?: string | undefined; name: string; filter: IssueFilter }

/**
 * Saves a search, whose matches from now on make notifications. A filter that is saved already stays as it is. With the id of
 * a search that the person has just deleted, that search is back, so that earlier notifications lead to it.
 */
export async function saveSearch(ctx: Context, input: NewSearch): Promise<SavedSearch> {
  const user = requireUser(ctx)
  const saved = await inTransaction(ctx.db, async (tx) => {
    const made = await insertSavedSearch(tx, { ...input, userId: user.userId }, savedSearchesMax)
    if (!made?.isNew) return made
    const subject = { type: 'saved_search', id: made.search.id } as const
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'saved_search.created' })
    return made
  })
  if (saved) return saved.search
  throw new Failure('state_conflict', `An account has at most ${savedSearchesMax} saved searches.`, {
    nextActions: [step('anyone', 'read_list', 'Delete one of them.', at('listSavedSearches'))],
  })
}

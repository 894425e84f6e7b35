import { findSavedSearch, type SavedSearch } from '../../data/saved-searches.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireUser } from '../context.ts'

/** The signed-in person's own saved search, or `not_found`. */
export async function readSavedSearch(ctx: Context, id: string): Promise<SavedSearch> {
  const search = await findSavedSearch(ctx.db, requireUser(ctx).userId, id)
  if (!search) throw new Failure('not_found', 'There is no such saved search.')
  return search
}

import { listSavedSearches as listRows, type SavedSearch } from '../../data/saved-searches.ts'
import { type Context, requireUser } from '../context.ts'

/** The signed-in person's saved searches, newest first. */
export function listSavedSearches(ctx: Context): Promise<SavedSearch[]> {
  return listRows(ctx.db, requireUser(ctx).userId)
}

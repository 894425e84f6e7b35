import { pageContext } from '#app/_session.ts'
import { toQuery } from '#lib/http/replies/saved-search-reply.ts'
import { listSavedSearches } from '#lib/usecases/saved-searches/list-saved-searches.ts'
import { searchOfIssue } from './_addresses.ts'
import type { PublicIssue } from './_issue.ts'
import { tidy } from './_search.ts'

/** Whether the signed-in person has saved the search for this issue alone. */
export async function isFollowed(issue: PublicIssue): Promise<boolean> {
  const ctx = await pageContext()
  if (ctx.actor.kind !== 'user') return false
  const wanted = searchOfIssue(issue)
  const searches = await listSavedSearches(ctx)
  return searches.some(({ filter }) => tidy(Object.entries(toQuery(filter))) === wanted)
}

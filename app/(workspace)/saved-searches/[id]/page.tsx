import { redirect } from 'next/navigation'
import { isUuid } from '#app/_is-uuid.ts'
import { readPage } from '#app/_session.ts'
import { isFailure } from '#lib/domain/failure.ts'
import { toQuery } from '#lib/http/replies/saved-search-reply.ts'
import { readSavedSearch } from '#lib/usecases/saved-searches/read-saved-search.ts'
import { resultsHrefOf } from '../_results.ts'

/** Leads to what the search finds now, or to the list where there is no such search any more. */
export default async function SavedSearchPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!isUuid(id)) redirect('/saved-searches')
  const search = await readPage((ctx) => readSavedSearch(ctx, id).catch(unlessGone))
  redirect(search ? resultsHrefOf(toQuery(search.filter)) : '/saved-searches')
}

function unlessGone(error: unknown): undefined {
  if (!isFailure(error) || error.code !== 'not_found') throw error
}

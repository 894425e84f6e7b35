import { redirect } from 'next/navigation'
import { readPage } from '#app/_session.ts'
import { toQuery } from '#lib/http/replies/saved-search-reply.ts'
import { readSavedSearch } from '#lib/usecases/saved-searches/read-saved-search.ts'
import { resultsHrefOf } from '../_results.ts'

/** Leads to what the search finds now. */
export default async function SavedSearchPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const { filter } = await readPage((ctx) => readSavedSearch(ctx, id))
  redirect(resultsHrefOf(toQuery(filter)))
}

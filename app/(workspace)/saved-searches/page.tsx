import type { Metadata } from 'next'
import { readPage } from '#app/_session.ts'
import { savedSearchesText } from '#app/_text/saved-searches.ts'
import { toSavedSearchReply } from '#lib/http/replies/saved-search-reply.ts'
import { listSavedSearches } from '#lib/usecases/saved-searches/list-saved-searches.ts'
import { SavedSearches } from './_components/saved-searches.tsx'

export const metadata: Metadata = { title: savedSearchesText.title }

export default async function SavedSearchesPage() {
  const searches = await readPage(listSavedSearches)
  return <SavedSearches initial={{ data: searches.map(toSavedSearchReply) }} />
}

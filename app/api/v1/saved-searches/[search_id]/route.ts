import { deleteSavedSearchEndpoint } from '#lib/api/saved-searches.ts'
import { handle } from '#lib/http/handle.ts'
import { removeSavedSearch } from '#lib/usecases/saved-searches/remove-saved-search.ts'

export const DELETE = handle(deleteSavedSearchEndpoint, async ({ ctx, params }) => {
  await removeSavedSearch(ctx, { id: params.search_id })
  return undefined
})

import { listSavedSearchesEndpoint, saveSearchEndpoint } from '#lib/api/saved-searches.ts'
import { handle } from '#lib/http/handle.ts'
import { parseFilter } from '#lib/http/replies/discovery-reply.ts'
import { toSavedSearchReply } from '#lib/http/replies/saved-search-reply.ts'
import { listSavedSearches } from '#lib/usecases/saved-searches/list-saved-searches.ts'
import { saveSearch } from '#lib/usecases/saved-searches/save-search.ts'

export const GET = handle(listSavedSearchesEndpoint, async ({ ctx }) => ({
  data: (await listSavedSearches(ctx)).map(toSavedSearchReply),
}))

export const POST = handle(saveSearchEndpoint, async ({ ctx, body: { filter, ...body } }) =>
  toSavedSearchReply(await saveSearch(ctx, { ...body, filter: parseFilter(filter) })),
)

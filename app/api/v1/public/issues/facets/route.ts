import { listPublicFacetsEndpoint } from '#lib/api/discovery.ts'
import { handle } from '#lib/http/handle.ts'
import { parseFilter, toFacetsReply } from '#lib/http/replies/discovery-reply.ts'
import { sharedCaching } from '#lib/http/shared-caching.ts'
import { countFacets } from '#lib/usecases/discovery/count-facets.ts'

export const GET = handle(listPublicFacetsEndpoint, async ({ ctx, query, headers }) => {
  const facets = toFacetsReply(await countFacets(ctx, parseFilter(query)))
  headers.set('cache-control', sharedCaching)
  return facets
})

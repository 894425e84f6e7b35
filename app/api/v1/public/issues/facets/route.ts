import { listPublicFacetsEndpoint } from '#lib/api/discovery.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { parseFilter, toFacetsReply } from '#lib/http/replies/discovery-reply.ts'
import { countFacets } from '#lib/usecases/discovery/count-facets.ts'

export const GET = handleShared(listPublicFacetsEndpoint, async ({ ctx, query }) =>
  toFacetsReply(await countFacets(ctx, parseFilter(query))),
)

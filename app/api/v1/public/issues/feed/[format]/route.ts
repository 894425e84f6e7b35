import { getPublicIssueFeedEndpoint } from '#lib/api/discovery-feed.ts'
import { toFeed } from '#lib/http/feeds/to-feed.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { parseFilter } from '#lib/http/replies/discovery-reply.ts'
import { listIssues } from '#lib/usecases/discovery/list-issues.ts'

const length = 50

export const GET = handleShared(getPublicIssueFeedEndpoint, async ({ ctx, params, query, target }) => {
  const input = { filter: parseFilter(query), sort: query.sort, limit: length, after: null }
  const { rows } = await listIssues(ctx, input)
  const { publicOrigin, cloneOrigin } = ctx.settings
  return toFeed(params.format, rows, { origin: publicOrigin, hostOrigin: cloneOrigin, target })
})

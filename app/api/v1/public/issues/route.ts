import { listPublicIssuesEndpoint } from '#lib/api/discovery.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { parseFilter, parsePosition, toPublicIssue } from '#lib/http/replies/discovery-reply.ts'
import { toPageReply } from '#lib/http/replies/page-reply.ts'
import { searchIssues } from '#lib/usecases/discovery/search-issues.ts'

export const GET = handleShared(listPublicIssuesEndpoint, async ({ ctx, query }) => {
  const { sort, limit, cursor } = query
  const filter = parseFilter(query)
  const input = { filter, sort, limit, after: parsePosition({ sort, filter }, cursor) }
  const found = await searchIssues(ctx, input)
  return { ...toPageReply(found, toPublicIssue), similar: found.isSimilar }
})

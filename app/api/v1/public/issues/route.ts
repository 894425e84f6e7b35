import { listPublicIssuesEndpoint } from '#lib/api/discovery.ts'
import { handle } from '#lib/http/handle.ts'
import { parseFilter, parsePosition, toPublicIssue } from '#lib/http/replies/discovery-reply.ts'
import { toPageReply } from '#lib/http/replies/page-reply.ts'
import { sharedCaching } from '#lib/http/shared-caching.ts'
import { listIssues } from '#lib/usecases/discovery/list-issues.ts'

export const GET = handle(listPublicIssuesEndpoint, async ({ ctx, query, headers }) => {
  const { sort, limit, cursor } = query
  const input = { filter: parseFilter(query), sort, limit, after: parsePosition(cursor) }
  const page = toPageReply(await listIssues(ctx, input), toPublicIssue)
  headers.set('cache-control', sharedCaching)
  return page
})

import { listRepositoryIssuesEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { parseNumberCursor } from '#lib/http/replies/page-reply.ts'
import { toIssueReply } from '#lib/http/replies/repository-reply.ts'
import { cursorOf } from '#lib/usecases/page.ts'
import { listIssues } from '#lib/usecases/repositories/list-issues.ts'

export const GET = handle(listRepositoryIssuesEndpoint, async ({ ctx, params, query }) => {
  const { state, search, sort, direction, limit } = query
  const page = Number(parseNumberCursor(query.cursor).before ?? 1n)
  const labels = query.labels.split(',').filter(Boolean)
  const selection = { state, labels, search: search ?? null, sort, direction, page, perPage: limit }
  const found = await listIssues(ctx, { repositoryAccessId: params.repository_access_id, query: selection })
  return { data: found.issues.map(toIssueReply), next_cursor: found.hasMore ? cursorOf(String(page + 1)) : null }
})

import { listRepositoryIssuesEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { parseLabels } from '#lib/http/replies/label-list.ts'
import { toIssueReply } from '#lib/http/replies/repository-reply.ts'
import { listIssues } from '#lib/usecases/repositories/list-issues.ts'

export const GET = handle(listRepositoryIssuesEndpoint, async ({ ctx, params, query }) => {
  const { state, search, sort, direction, limit, cursor } = query
  const labels = parseLabels(query.labels)
  const selection = { state, labels, search: search?.trim() || null, sort, direction, perPage: limit }
  const input = { repositoryAccessId: params.repository_access_id, selection, cursor }
  const { issues, nextCursor } = await listIssues(ctx, input)
  return { data: issues.map(toIssueReply), next_cursor: nextCursor }
})

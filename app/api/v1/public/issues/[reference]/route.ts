import { getPublicIssueEndpoint } from '#lib/api/discovery.ts'
import { handle } from '#lib/http/handle.ts'
import { toPublicIssueDetail } from '#lib/http/replies/discovery-reply.ts'
import { sharedCaching } from '#lib/http/shared-caching.ts'
import { readPublicIssue } from '#lib/usecases/discovery/read-issue.ts'

export const GET = handle(getPublicIssueEndpoint, async ({ ctx, params, headers }) => {
  const [owner, name, number] = params.reference.split(':')
  const detail = await readPublicIssue(ctx, { fullName: `${owner}/${name}`, number: Number(number) })
  headers.set('cache-control', sharedCaching)
  return toPublicIssueDetail(detail)
})

import { getPublicIssueEndpoint } from '#lib/api/discovery.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { toPublicIssueDetail } from '#lib/http/replies/discovery-reply.ts'
import { readPublicIssue } from '#lib/usecases/discovery/read-issue.ts'

export const GET = handleShared(getPublicIssueEndpoint, async ({ ctx, params }) => {
  const [owner, name, number] = params.reference.split(':')
  return toPublicIssueDetail(await readPublicIssue(ctx, { fullName: `${owner}/${name}`, number: Number(number) }))
})

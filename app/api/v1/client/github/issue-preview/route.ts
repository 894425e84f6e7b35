import { previewIssueEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { toPreviewReply } from '#lib/http/replies/repository-reply.ts'
import { previewIssue } from '#lib/usecases/repositories/preview-issue.ts'

export const POST = handle(previewIssueEndpoint, async ({ ctx, body }) => {
  const selection = 'url' in body ? body : { repositoryAccessId: body.repository_access_id, number: body.number }
  return toPreviewReply(await previewIssue(ctx, selection))
})

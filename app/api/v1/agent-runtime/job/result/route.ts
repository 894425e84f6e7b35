import { submitJobResultEndpoint } from '#lib/api/runtime.ts'
import { handle } from '#lib/http/handle.ts'
import { toAbandonedWork, toCompletedWork } from '#lib/http/runtime-request.ts'
import { abandonJob, submitJobResult } from '#lib/usecases/runtime/submit-job-result.ts'

export const POST = handle(submitJobResultEndpoint, async ({ ctx, body }) => {
  const { onchain_job_id, attempt } = body
  if (body.outcome === 'completed') {
    await submitJobResult(ctx, toCompletedWork(body))
    return { status: 'accepted' as const, onchain_job_id, attempt }
  }
  await abandonJob(ctx, toAbandonedWork(body))
  return { status: 'released' as const, onchain_job_id, attempt }
})

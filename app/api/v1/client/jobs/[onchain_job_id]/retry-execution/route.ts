import { retryExecutionEndpoint } from '#lib/api/jobs.ts'
import { handle } from '#lib/http/handle.ts'
import { toRetryReply } from '#lib/http/replies/job-reply.ts'
import { retryExecution } from '#lib/usecases/jobs/retry-execution.ts'

export const POST = handle(retryExecutionEndpoint, async ({ ctx, params }) =>
  toRetryReply(await retryExecution(ctx, { id: BigInt(params.onchain_job_id) })),
)

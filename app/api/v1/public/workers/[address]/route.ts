import { getPublicWorkerEndpoint } from '#lib/api/public-workers.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { toPublicWorkerReply } from '#lib/http/replies/public-worker-reply.ts'
import { readPublicWorker } from '#lib/usecases/agents/read-public-worker.ts'

export const GET = handleShared(getPublicWorkerEndpoint, async ({ ctx, params }) =>
  toPublicWorkerReply(await readPublicWorker(ctx, { address: params.address as `0x${string}` })),
)

import { getRuntimeStatusEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { toRuntimeStatusReply } from '#lib/http/replies/agent-reply.ts'
import { readRuntimeStatus } from '#lib/usecases/agents/read-runtime-status.ts'

export const GET = handle(getRuntimeStatusEndpoint, async ({ ctx, params }) =>
  toRuntimeStatusReply(await readRuntimeStatus(ctx, params)),
)

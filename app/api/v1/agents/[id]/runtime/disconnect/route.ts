import { disconnectRuntimeEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { toAgentReply } from '#lib/http/replies/agent-reply.ts'
import { disconnectRuntime } from '#lib/usecases/agents/disconnect-runtime.ts'

export const POST = handle(disconnectRuntimeEndpoint, async ({ ctx, params }) =>
  toAgentReply(await disconnectRuntime(ctx, params)),
)

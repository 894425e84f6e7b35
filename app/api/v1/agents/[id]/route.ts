import { getAgentEndpoint, updateAgentEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { parseLimits, toAgentDetailReply, toAgentReply } from '#lib/http/replies/agent-reply.ts'
import { readAgent } from '#lib/usecases/agents/read-agent.ts'
import { updateAgent } from '#lib/usecases/agents/update-agent.ts'

export const GET = handle(getAgentEndpoint, async ({ ctx, params }) => toAgentDetailReply(await readAgent(ctx, params)))

export const PATCH = handle(updateAgentEndpoint, async ({ ctx, params, body }) => {
  const { name, paused, limits, version } = body
  const view = await updateAgent(ctx, {
    id: params.id,
    ...(name !== undefined && { name }),
    ...(paused !== undefined && { paused }),
    ...(version !== undefined && { version }),
    limits: parseLimits(limits),
  })
  return toAgentReply(view)
})

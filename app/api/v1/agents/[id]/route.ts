import { getAgentEndpoint, updateAgentEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { toAgentReply } from '#lib/http/replies/agent-reply.ts'
import { readAgent } from '#lib/usecases/agents/read-agent.ts'
import { updateAgent } from '#lib/usecases/agents/update-agent.ts'

export const GET = handle(getAgentEndpoint, async ({ ctx, params }) => toAgentReply(await readAgent(ctx, params)))

export const PATCH = handle(updateAgentEndpoint, async ({ ctx, params, body }) => {
  const { name, paused, limits, version } = body
  const view = await updateAgent(ctx, {
    id: params.id,
    ...(name !== undefined && { name }),
    ...(paused !== undefined && { paused }),
    ...(version !== undefined && { version }),
    ...(limits?.max_concurrent_jobs !== undefined && { maxConcurrentJobs: limits.max_concurrent_jobs }),
    ...(limits?.min_reward !== undefined && { minReward: limits.min_reward }),
  })
  return toAgentReply(view)
})

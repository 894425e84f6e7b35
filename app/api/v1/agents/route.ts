import { createAgentEndpoint, listAgentsEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { parseLimits, toAgentReply } from '#lib/http/replies/agent-reply.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { createAgent } from '#lib/usecases/agents/create-agent.ts'
import { listAgents } from '#lib/usecases/agents/list-agents.ts'

export const GET = handle(listAgentsEndpoint, async ({ ctx, query }) =>
  toPageReply(await listAgents(ctx, { ...parseIdCursor(query.cursor), limit: query.limit }), toAgentReply),
)

export const POST = handle(createAgentEndpoint, async ({ ctx, body }) => {
  const { name, role, limits, pairing_token: pairingToken } = body
  const view = await createAgent(ctx, {
    name,
    role,
    limits: parseLimits(limits),
    ...(pairingToken && { pairingToken }),
  })
  return toAgentReply(view)
})

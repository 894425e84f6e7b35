import { provisionAgentEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { toAgentReply } from '#lib/http/replies/agent-reply.ts'
import { provisionAgent } from '#lib/usecases/agents/provision-agent.ts'

export const POST = handle(provisionAgentEndpoint, async ({ ctx, params, body }) => {
  const { pairing_token: pairingToken } = body
  return toAgentReply(await provisionAgent(ctx, { id: params.id, ...(pairingToken && { pairingToken }) }))
})

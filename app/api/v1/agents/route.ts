import { createAgentEndpoint, listAgentsEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { versionTag } from '#lib/http/if-match.ts'
import { toAgentReply } from '#lib/http/replies/agent-reply.ts'
import { parseIdCursor, toPageReply } from '#lib/http/replies/page-reply.ts'
import { fromWire } from '#lib/http/to-wire.ts'
import { createAgent } from '#lib/usecases/agents/create-agent.ts'
import { listAgents } from '#lib/usecases/agents/list-agents.ts'

export const GET = handle(listAgentsEndpoint, async ({ ctx, query }) =>
  toPageReply(await listAgents(ctx, { ...parseIdCursor('agents', query.cursor), limit: query.limit }), toAgentReply),
)

export const POST = handle(createAgentEndpoint, async ({ ctx, body, headers }) => {
  const { name, role, limits, pairing_token: pairingToken } = body
  const view = await createAgent(ctx, {
    name,
    role,
    limits: fromWire(limits ?? {}),
    ...(pairingToken && { pairingToken }),
  })
  const reply = toAgentReply(view)
  headers.set('etag', versionTag(reply.version, reply))
  headers.set('location', `/api/v1/agents/${reply.id}/`)
  return reply
})

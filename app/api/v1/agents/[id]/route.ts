import { deleteAgentEndpoint, getAgentEndpoint, updateAgentEndpoint } from '#lib/api/agents.ts'
import { handle } from '#lib/http/handle.ts'
import { readIfMatch, versionTag } from '#lib/http/if-match.ts'
import { toAgentDetailReply, toAgentReply } from '#lib/http/replies/agent-reply.ts'
import { fromWire } from '#lib/http/to-wire.ts'
import { deleteAgent } from '#lib/usecases/agents/delete-agent.ts'
import { readAgent } from '#lib/usecases/agents/read-agent.ts'
import { updateAgent } from '#lib/usecases/agents/update-agent.ts'

export const GET = handle(getAgentEndpoint, async ({ ctx, params, headers }) => {
  const detail = await readAgent(ctx, params)
  const reply = toAgentDetailReply(detail)
  headers.set('etag', versionTag(reply.version, reply))
  return reply
})

export const PATCH = handle(updateAgentEndpoint, async ({ ctx, params, body, request, headers }) => {
  const { name, public_name: publicName, paused, limits, version } = body
  const view = await updateAgent(ctx, {
    id: params.id,
    ...(name !== undefined && { name }),
    ...(publicName !== undefined && { publicName }),
    ...(paused !== undefined && { paused }),
    ...(version !== undefined && { version }),
    limits: fromWire(limits ?? {}),
    ifMatch: readIfMatch(request),
  })
  const reply = toAgentReply(view)
  headers.set('etag', versionTag(reply.version, reply))
  return reply
})

export const DELETE = handle(deleteAgentEndpoint, async ({ ctx, params }) => {
  await deleteAgent(ctx, params)
  return undefined
})

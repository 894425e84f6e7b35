import { type Context, requireCapability } from '../context.ts'
import { type Page, toPage } from '../page.ts'
import { type AgentView, viewAgents } from './agent-view.ts'

/** A page of the owner's agents, newest first. */
export async function listAgents(ctx: Context, input: { before?: string; limit: number }): Promise<Page<AgentView>> {
  const user = requireCapability(ctx, 'agent_owner')
  const views = await viewAgents(ctx, { userId: user.userId, ...input })
  return toPage('agents', views, input.limit, ({ agent }) => agent.id)
}

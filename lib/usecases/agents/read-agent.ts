import type { Context } from '../context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { requireAgent } from './require-agent.ts'

export async function readAgent(ctx: Context, input: { id: string }): Promise<AgentView> {
  const { agent } = await requireAgent(ctx, input.id)
  return viewAgent(ctx, agent)
}

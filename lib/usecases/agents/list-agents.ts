import { listAgents as listRows } from '#lib/data/agents.ts'
import { type Context, requireCapability } from '../context.ts'
import { type Page, toPage } from '../page.ts'
import { type AgentView, viewAgent } from './agent-view.ts'

/** A page of the owner's agents, newest first. */
export async function listAgents(ctx: Context, input: { before?: string; limit: number }): Promise<Page<AgentView>> {
  const user = requireCapability(ctx, 'agent_owner')
  const rows = await listRows(ctx.db, { userId: user.userId, ...input, limit: input.limit + 1 })
  const page = toPage('agents', rows, input.limit, (row) => row.id)
  return { ...page, rows: await Promise.all(page.rows.map((row) => viewAgent(ctx, row))) }
}

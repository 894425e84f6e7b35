import { type AgentRow, findAgent } from '../../data/agents.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireCapability, type UserActor } from '../context.ts'

/** The owner's own agent; a foreign one is as unknown as a missing one. */
export async function requireAgent(ctx: Context, id: string): Promise<{ user: UserActor; agent: AgentRow }> {
  const user = requireCapability(ctx, 'agent_owner')
  const agent = await findAgent(ctx.db, id, user.userId)
  if (!agent) throw new Failure('not_found', 'There is no such agent.')
  return { user, agent }
}

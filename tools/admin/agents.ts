import { restoreAgent } from '#lib/usecases/agents/restore-agent.ts'
import { suspendAgent } from '#lib/usecases/agents/suspend-agent.ts'
import type { Context } from '#lib/usecases/context.ts'
import { requireUuid } from './require-uuid.ts'

/** Work in hand goes on; nothing new is given to the agent. */
export async function suspend(ctx: Context, id: string, because: string): Promise<string> {
  await suspendAgent(ctx, { id: requireUuid(id, 'an agent'), because })
  return `${id} gets no new work. To undo it: npm run admin -- restore agent ${id} --because "<reason>"`
}

export async function restore(ctx: Context, id: string, because: string): Promise<string> {
  await restoreAgent(ctx, { id: requireUuid(id, 'an agent'), because })
  return `${id} gets work again as its state allows.`
}

import { findAgent, markSuspended } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

/**
 * Takes an agent out of dispatch and draws until `restoreAgent`, without touching the chain. What it has taken on goes on,
 * and whatever else becomes of its qualification beneath. Its owner is notified; the reason is not shown to them.
 */
export async function suspendAgent(ctx: Context, { id, because }: { id: string; because: string }): Promise<void> {
  const agent = await findAgent(ctx.db, id)
  if (!agent) throw new Failure('not_found', 'No agent has this id.')
  await inTransaction(ctx.db, async (tx) => {
    if (!(await markSuspended(tx, id, because)))
      throw new Failure('state_conflict', 'The agent is suspended already: npm run admin -- agent <id> says why.')
    const subject = { type: 'agent', id } as const
    const change = { name: 'agent.suspended' as const, from: agent.state, to: 'SUSPENDED', evidence: { because } }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change })
  })
}

import { type AgentRow, moveAgent, noteAgent, resetStep } from '../../data/agents.ts'
import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import type { Context } from '../context.ts'

/**
 * Takes an agent out of work because it answered wrongly on one day. Its owner can let it qualify again; until then, a
 * verdict that it contradicts itself is the second cause that revokes it on chain.
 */
export async function loseQualification(ctx: Context, agent: AgentRow, detail: string): Promise<void> {
  // Ignored because an agent that is out of work already has nothing more to lose.
  await inTransaction(ctx.db, (tx) => suspendWork(ctx, tx, agent, { detail, lostAt: new Date() }))
}

/** `lostAt` is null where this is no cause for a later revocation. False when it is out of work already. */
export async function suspendWork(
  ctx: Context,
  tx: Transaction,
  agent: Pick<AgentRow, 'id' | 'userId' | 'state'>,
  { detail, lostAt }: { detail: string; lostAt: Date | null },
): Promise<boolean> {
  const moved = await moveAgent(tx, agent.id, ['ACTIVE', 'PAUSED'], 'PROVISIONING')
  if (!moved) return false
  await noteAgent(tx, agent.id, { qualifiedAt: null, qualificationLostAt: lostAt })
  await resetStep(tx, agent.id, 'QUALIFICATION', { state: 'FAILED', detail })
  const subject = { type: 'agent', id: agent.id } as const
  const change = { name: 'agent.qualification_lost' as const, from: agent.state, to: moved.state, evidence: { detail } }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change })
  return true
}

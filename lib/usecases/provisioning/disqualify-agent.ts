import { type AgentRow, moveAgent, noteAgent } from '../../data/agents.ts'
import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import type { Context } from '../context.ts'
import { intendCall, type WantedCall } from '../operator/call-once.ts'

type Subject = Pick<AgentRow, 'id' | 'userId' | 'walletAddress'>

/**
 * Takes an agent out of work and revokes it on chain, until the registry's admin reinstates it there. What it works on or is
 * seated for stands, and its earnings stay its owner's. Does nothing a second time.
 */
export async function disqualifyAgent(ctx: Context, tx: Transaction, agent: Subject, reason: string): Promise<void> {
  const moved = await moveAgent(tx, agent.id, ['PROVISIONING', 'ACTIVE', 'PAUSED'], 'SUSPENDED')
  if (!moved) return
  await noteAgent(tx, agent.id, { disqualifiedFor: reason })
  const subject = { type: 'agent', id: agent.id } as const
  const change = { name: 'agent.disqualified' as const, to: 'SUSPENDED', evidence: { reason } }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change })
  if (agent.walletAddress)
    await intendCall(ctx, tx, revocationOf(ctx, { ...agent, disqualifiedFor: reason }, agent.walletAddress))
}

type Revoked = Pick<AgentRow, 'id' | 'disqualifiedFor'>

/** A reinstated agent may be revoked again for another reason, which is another call. */
export function revocationOf(ctx: Context, { id, disqualifiedFor }: Revoked, wallet: `0x${string}`): WantedCall {
  return {
    operator: 'registrar',
    purpose: 'REVOCATION',
    subject: `${id}/${disqualifiedFor}`,
    call: ctx.chain.encodeRevokeAgent(wallet),
    followUp: { queue: 'provision-agent', data: { agentId: id } },
  }
}

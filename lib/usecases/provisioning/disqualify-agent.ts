import { type AgentRow, moveAgent, noteAgent } from '../../data/agents.ts'
import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import type { Context } from '../context.ts'
import { intendCall, type WantedCall } from '../operator/call-once.ts'

type Subject = Pick<AgentRow, 'id' | 'userId' | 'walletAddress'>

/**
 * Takes an agent's qualification away permanently: it gets no new work from this moment on and is revoked on chain.
 * What it works on or is seated for stands, and its earnings stay its owner's. Does nothing a second time.
 */
export async function disqualifyAgent(ctx: Context, tx: Transaction, agent: Subject, reason: string): Promise<void> {
  const moved = await moveAgent(tx, agent.id, ['PROVISIONING', 'ACTIVE', 'PAUSED'], 'SUSPENDED')
  if (!moved) return
  await noteAgent(tx, agent.id, { disqualifiedFor: reason })
  const subject = { type: 'agent', id: agent.id } as const
  const change = { name: 'agent.disqualified' as const, to: 'SUSPENDED', evidence: { reason } }
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change })
  if (agent.walletAddress) await intendCall(ctx, tx, revocationOf(ctx, agent.id, agent.walletAddress))
}

export function revocationOf(ctx: Context, agentId: string, wallet: `0x${string}`): WantedCall {
  return {
    operator: 'registrar',
    purpose: 'REVOCATION',
    subject: agentId,
    call: ctx.chain.encodeRevokeAgent(wallet),
    followUp: { queue: 'provision-agent', data: { agentId } },
  }
}

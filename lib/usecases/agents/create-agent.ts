import { insertAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import type { AgentLimits, AgentRole } from '../../domain/agent.ts'
import { usualShareBps } from '../../domain/money.ts'
import { type Context, requireCapability, requireRecentSignIn } from '../context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { assertHours } from './assert-hours.ts'
import { openPairing } from './open-pairing.ts'
import { withNetworks } from './with-networks.ts'

export type NewAgentInput = {
  name: string
  role: AgentRole
  limits: Partial<AgentLimits>
  pairingToken?: string
}

/** Makes an agent; with a pairing token its provisioning starts at once. */
export async function createAgent(ctx: Context, input: NewAgentInput): Promise<AgentView> {
  const user = requireCapability(ctx, 'agent_owner')
  const { pairingToken } = input
  if (pairingToken) requireRecentSignIn(user)
  await assertHours(ctx, input.limits)
  const limits = withNetworks(ctx, input.limits)
  const agent = await inTransaction(ctx.db, async (tx) => {
    const made = await insertAgent(tx, {
      userId: user.userId,
      name: input.name,
      role: input.role,
      minSilenceShareBps: usualShareBps,
      ...limits,
    })
    const subject = { type: 'agent', id: made.id } as const
    const evidence = { role: made.role }
    await recordEvent(tx, {
      actor: user,
      subject,
      userId: user.userId,
      name: 'agent.created',
      to: made.state,
      evidence,
    })
    if (pairingToken) await openPairing(ctx, tx, made, pairingToken)
    return made
  })
  return viewAgent(ctx, agent)
}

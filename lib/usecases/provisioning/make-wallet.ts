import { type AgentRow, noteAgent, type StepRow } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import type { WorkerContext } from '../context.ts'
import type { StepOutcome } from './step.ts'

/** The agent's own wallet at the provider, made once: under the step's key, and known to the provider by the agent's id. */
export async function makeWallet(ctx: WorkerContext, agent: AgentRow, step: StepRow): Promise<StepOutcome> {
  if (agent.walletAddress) return { state: 'DONE' }
  const { idempotencyKey } = step
  const wallet = await ctx.agentWallets.createWallet({ refId: agent.id, name: `agent ${agent.id}`, idempotencyKey })
  await inTransaction(ctx.db, async (tx) => {
    await noteAgent(tx, agent.id, { providerWalletId: wallet.id, walletAddress: wallet.address })
    const subject = { type: 'agent', id: agent.id } as const
    const evidence = { address: wallet.address, provider_wallet_id: wallet.id }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, name: 'agent.wallet_created', evidence })
  })
  return { state: 'DONE' }
}

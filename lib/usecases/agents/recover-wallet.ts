import { changeStep, listSteps } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import type { Context } from '../context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { requireAgent } from './require-agent.ts'

/**
 * Tries the wallet step of provisioning again after it failed, under the step's own key, so that no second wallet can
 * be made. Refused when the agent has a wallet, and while provisioning is creating one.
 */
export async function recoverWallet(ctx: Context, input: { id: string }): Promise<AgentView> {
  const { agent } = await requireAgent(ctx, input.id)
  if (agent.walletAddress) {
    throw new Failure('wallet_exists', 'The agent has its wallet; there is never a second one.', {
      nextActions: [step('agent_owner', 'read_wallet', 'Read the wallet.', at('getAgentWallet', { id: agent.id }))],
    })
  }
  const steps = await listSteps(ctx.db, [agent.id])
  if (steps.find(({ step }) => step === 'WALLET')?.state !== 'FAILED') {
    throw new Failure('state_conflict', 'Provisioning creates the wallet automatically; there is nothing to recover.', {
      nextActions: [
        step('agent_owner', 'continue_provisioning', 'Let provisioning go on.', at('provisionAgent', { id: agent.id })),
      ],
    })
  }
  await inTransaction(ctx.db, async (tx) => {
    // Ignored because a step that is done by now has made the wallet.
    await changeStep(tx, agent.id, 'WALLET', { state: 'PENDING', detail: null })
    await ctx.queue.add(tx, { queue: 'provision-agent', data: { agentId: agent.id } }, { account: agent.userId })
  })
  return viewAgent(ctx, agent)
}

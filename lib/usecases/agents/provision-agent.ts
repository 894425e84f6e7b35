import { changeStep, findAgent, listSteps, lockAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { Failure } from '../../domain/failure.ts'
import { type Context, requireRecentSignIn } from '../context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { openPairing } from './open-pairing.ts'
import { requireAgent } from './require-agent.ts'

/** Lets provisioning go on from its first unfinished step, or pairs the agent with another runtime. Safe to repeat. */
export async function provisionAgent(ctx: Context, input: { id: string; pairingToken?: string }): Promise<AgentView> {
  const { user, agent } = await requireAgent(ctx, input.id)
  const { pairingToken } = input
  if (pairingToken) requireRecentSignIn(user)
  const steps = await listSteps(ctx.db, [agent.id])
  await inTransaction(ctx.db, async (tx) => {
    await lockAgent(tx, agent.id)
    if (!(await findAgent(tx, agent.id))) throw new Failure('not_found', 'There is no such agent.')
    if (pairingToken) return openPairing(ctx, tx, agent, pairingToken)
    // Ignored because a step that is done by now has nothing to repeat.
    for (const step of steps.filter((one) => one.state === 'FAILED' && one.step !== 'RUNTIME'))
      await changeStep(tx, agent.id, step.step, { state: 'PENDING', detail: null })
    await ctx.queue.add(tx, { queue: 'provision-agent', data: { agentId: agent.id } }, { account: agent.userId })
  })
  return viewAgent(ctx, (await findAgent(ctx.db, agent.id)) ?? agent)
}

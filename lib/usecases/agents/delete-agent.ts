import { deleteUnpairedAgent } from '../../data/agent-deletion.ts'
import type { AgentRow } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findPendingPairing } from '../../data/pairings.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import type { Context } from '../context.ts'
import { requireAgent } from './require-agent.ts'

/** Deletes an agent that no runtime was ever paired with; any other one is kept, and the refusal says what to do instead. */
export async function deleteAgent(ctx: Context, input: { id: string }): Promise<void> {
  const { user, agent } = await requireAgent(ctx, input.id)
  const isDeleted = await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteUnpairedAgent(tx, agent.id))) return false
    const subject = { type: 'agent', id: agent.id } as const
    const evidence = { role: agent.role }
    await recordEvent(tx, {
      actor: user,
      subject,
      userId: user.userId,
      name: 'agent.deleted',
      from: agent.state,
      evidence,
    })
    return true
  })
  if (!isDeleted) throw await whyKept(ctx, agent)
}

async function whyKept(ctx: Context, { id, state }: AgentRow): Promise<Failure> {
  await requireAgent(ctx, id)
  const disconnect = step(
    'agent_owner',
    'disconnect_runtime',
    'Disconnect its runtime.',
    at('disconnectRuntime', { id }),
  )
  if (await findPendingPairing(ctx.db, id))
    return new Failure(
      'state_conflict',
      'A runtime is being paired with this agent. Disconnect it, then delete the agent.',
      {
        nextActions: [disconnect],
      },
    )
  const pause = {
    ...step('agent_owner', 'pause', 'Pause the agent.', at('updateAgent', { id })),
    body: { paused: true },
  }
  return new Failure(
    'state_conflict',
    'An agent that was paired is never deleted: its wallet may hold earnings, and its work is part of other people’s proof. Pause it, or disconnect its runtime.',
    { nextActions: state === 'ACTIVE' ? [pause, disconnect] : [disconnect] },
  )
}

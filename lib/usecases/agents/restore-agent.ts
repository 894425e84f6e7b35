import { findAgent, markRestored } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'

/**
 * Undoes `suspendAgent`: the agent is in the state again that it has beneath, and is compared with the jobs that wait.
 * Refuses with `state_conflict` what no operator suspended here: that is undone on chain, or by qualifying again.
 */
export async function restoreAgent(ctx: Context, { id, because }: { id: string; because: string }): Promise<void> {
  const agent = await findAgent(ctx.db, id)
  if (!agent) throw new Failure('not_found', 'No agent has this id.')
  await inTransaction(ctx.db, async (tx) => {
    if (!(await markRestored(tx, id))) throw new Failure('state_conflict', describe(agent))
    const subject = { type: 'agent', id } as const
    const change = { name: 'agent.reinstated' as const, from: 'SUSPENDED', to: agent.state, evidence: { because } }
    await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, ...change })
  })
}

function describe({ state, disqualifiedFor }: { state: string; disqualifiedFor: string | null }): string {
  const why = disqualifiedFor === null ? '' : ` (${disqualifiedFor})`
  if (state !== 'SUSPENDED') return `The agent is ${state}; no operator suspended it.`
  return `The agent was revoked on chain${why}; the registry’s admin reinstates it there.`
}

import { inTransaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { endPairing, findPendingPairing, markDisconnected } from '#lib/data/pairings.ts'
import { revokeCredentials } from '#lib/data/runtime-credentials.ts'
import type { Context } from '../context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { requireAgent } from './require-agent.ts'

/** Cuts the runtime off: its next request is refused, and nothing new is offered. Repeating it changes nothing. */
export async function disconnectRuntime(ctx: Context, input: { id: string }): Promise<AgentView> {
  const { user, agent } = await requireAgent(ctx, input.id)
  const pairing = await findPendingPairing(ctx.db, agent.id)
  await inTransaction(ctx.db, async (tx) => {
    if (pairing) await endPairing(tx, pairing.id, 'FAILED', 'The owner disconnected the runtime.')
    const revoked = await revokeCredentials(tx, agent.id)
    if (!(await markDisconnected(tx, agent.id))) return
    const subject = { type: 'agent', id: agent.id } as const
    const evidence = { credentials_revoked: revoked }
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'agent.disconnected', evidence })
  })
  return viewAgent(ctx, agent)
}

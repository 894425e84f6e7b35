import { lockAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { endPairing, findPendingPairing, markDisconnected } from '../../data/pairings.ts'
import { revokeCredentials } from '../../data/runtime-credentials.ts'
import type { Context } from '../context.ts'
import { recordPairingFailed } from '../provisioning/pairing-failed.ts'
import { recordCredentialEvent } from '../runtime/credential-event.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { requireAgent } from './require-agent.ts'

const reason = 'The owner disconnected the runtime.'

/** Cuts the runtime off: its next request is refused, and nothing new is offered. Repeating it changes nothing. */
export async function disconnectRuntime(ctx: Context, input: { id: string }): Promise<AgentView> {
  const { user, agent } = await requireAgent(ctx, input.id)
  const pairing = await findPendingPairing(ctx.db, agent.id)
  await inTransaction(ctx.db, async (tx) => {
    await lockAgent(tx, agent.id)
    if (pairing && (await endPairing(tx, pairing.id, 'FAILED', reason)))
      await recordPairingFailed(tx, user, agent, pairing, reason)
    const revoked = await revokeCredentials(tx, agent.id)
    for (const one of revoked) await recordCredentialEvent(tx, user, agent, 'credential_revoked', one, reason)
    if (!(await markDisconnected(tx, agent.id))) return
    const subject = { type: 'agent', id: agent.id } as const
    const evidence = { credentials_revoked: revoked.length, reason }
    await recordEvent(tx, { actor: user, subject, userId: user.userId, name: 'agent.disconnected', evidence })
  })
  return viewAgent(ctx, agent)
}

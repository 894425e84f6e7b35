import { randomUUID } from 'node:crypto'
import type { AgentRow } from '../../data/agents.ts'
import { resetStep } from '../../data/agents.ts'
import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { insertPairing, isKeyOfAnother, pairingPlace } from '../../data/pairings.ts'
import { newSecret } from '../auth/secrets.ts'
import type { Context } from '../context.ts'
import { keyTaken, recordPairingFailed } from '../provisioning/pairing-failed.ts'

/** The tokens of a console are good for fifteen minutes; nothing is tried longer than that. */
const minutes = 15

/**
 * Commits to pairing the agent with the runtime that showed the token: place, key, nonce and the credential that it will
 * be given are stored before anything is sent, so that every retry sends the same. The worker program does the calls. The
 * key in the token is no more than a claim until the runtime has proved it.
 */
export async function openPairing(ctx: Context, tx: Transaction, agent: AgentRow, pairingToken: string): Promise<void> {
  const { address, token } = ctx.runtimes.parseToken(pairingToken)
  if (await isKeyOfAnother(tx, address.key, agent.id)) throw keyTaken()
  const credentialId = randomUUID()
  const { made: pairing, displaced } = await insertPairing(tx, {
    agentId: agent.id,
    host: address.host,
    port: address.port,
    base: address.base,
    key: address.key,
    credentialId,
    tokenSealed: ctx.vault.seal(token, pairingPlace('token', credentialId)),
    credentialSealed: ctx.vault.seal(`jwr_${credentialId}_${newSecret()}`, pairingPlace('credential', credentialId)),
    nonce: newSecret(),
    expiresAt: new Date(Date.now() + minutes * 60_000),
  })
  for (const one of displaced) await recordPairingFailed(tx, ctx.actor, agent, one, 'Another pairing token was given.')
  await resetStep(tx, agent.id, 'RUNTIME', { state: 'PENDING', detail: 'Calling the runtime.' })
  const evidence = { pairing: pairing.id, key: address.key }
  const subject = { type: 'agent', id: agent.id } as const
  await recordEvent(tx, { actor: ctx.actor, subject, userId: agent.userId, name: 'agent.pairing_started', evidence })
  await ctx.queue.add(tx, { queue: 'provision-agent', data: { agentId: agent.id } }, { account: agent.userId })
}

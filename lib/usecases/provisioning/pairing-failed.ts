import type { AgentRow } from '../../data/agents.ts'
import type { Transaction } from '../../data/database.ts'
import { type Actor, recordEvent } from '../../data/events.ts'
import type { PairingRow } from '../../data/pairings.ts'
import type { Failure } from '../../domain/failure.ts'
import { pairingInvalid } from '../../domain/pairing-refusal.ts'

/** Writes down that a pairing ended without a claim, and why. */
export async function recordPairingFailed(
  tx: Transaction,
  actor: Actor,
  agent: Pick<AgentRow, 'id' | 'userId'>,
  pairing: Pick<PairingRow, 'id' | 'key'>,
  reason: string,
): Promise<void> {
  const evidence = { pairing: pairing.id, key: pairing.key, reason }
  const subject = { type: 'agent', id: agent.id } as const
  await recordEvent(tx, { actor, subject, userId: agent.userId, name: 'agent.pairing_failed', evidence })
}

/** The refusal of a key that a runtime has proved for another agent. */
export function keyTaken(): Failure {
  return pairingInvalid(
    'The key of this runtime belongs to another agent.',
    'Pair a runtime whose key is its own; each agent has one.',
  )
}

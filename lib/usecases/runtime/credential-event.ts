import type { AgentRow } from '../../data/agents.ts'
import type { Transaction } from '../../data/database.ts'
import { type Actor, recordEvent } from '../../data/events.ts'
import type { CredentialRow } from '../../data/runtime-credentials.ts'

export type CredentialFacts = Pick<CredentialRow, 'id' | 'epoch' | 'key'>
type Happening =
  | 'credential_issued'
  | 'credential_offered'
  | 'credential_rotated'
  | 'credential_live'
  | 'credential_retired'
  | 'credential_revoked'
  | 'credential_reused'
  | 'credential_expiring'

/** Writes down what happened to a credential of the agent: by whom, under which key, and why. Never the secret. */
export async function recordCredentialEvent(
  tx: Transaction,
  actor: Actor,
  agent: Pick<AgentRow, 'id' | 'userId'>,
  happening: Happening,
  credential: CredentialFacts,
  reason: string,
): Promise<void> {
  const evidence = { credential: credential.id, epoch: credential.epoch, key: credential.key, reason }
  const subject = { type: 'agent', id: agent.id } as const
  await recordEvent(tx, { actor, subject, userId: agent.userId, name: `agent.${happening}`, evidence })
}

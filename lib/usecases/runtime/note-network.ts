import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEventOnce } from '../../data/events.ts'
import { noteSeenFrom } from '../../data/pairings.ts'
import type { RuntimeIdentity } from '../../data/runtime-credentials.ts'
import type { EventName } from '../../domain/event-name.ts'
import { Failure } from '../../domain/failure.ts'
import { at, step } from '../../domain/step.ts'
import type { Services } from '../context.ts'

type Parts = Pick<Services, 'db' | 'runtimes'>

/** Refuses a call from outside of the networks that the owner named, even with a good credential, and tells the owner. */
export async function requireNetwork(services: Parts, identity: RuntimeIdentity, from: string): Promise<void> {
  const { networks, id } = identity.agent
  if (networks.length === 0 || services.runtimes.isWithin(from, networks)) return
  const network = services.runtimes.neighbourhoodOf(from) ?? 'unknown'
  await inTransaction(services.db, (tx) => recordOnce(tx, identity, 'agent.network_refused', { network }))
  throw new Failure('network_refused', 'The agent’s owner named the networks that its runtime may call from.', {
    nextActions: [
      step(
        'agent_owner',
        'change_networks',
        'Call from one of the agent’s networks, or change them in its limits.',
        at('updateAgent', { id }),
      ),
    ],
  })
}

/** Records where the runtime calls from; the owner is notified of a new neighbourhood. */
export async function noteNetwork(services: Parts, identity: RuntimeIdentity, from: string): Promise<void> {
  const network = services.runtimes.neighbourhoodOf(from)
  if (!network || network === identity.seenFrom) return
  await inTransaction(services.db, async (tx) => {
    if (!(await noteSeenFrom(tx, identity.agent.id, network)) || !identity.seenFrom) return
    await recordOnce(tx, identity, 'agent.new_network', { network, before: identity.seenFrom })
  })
}

/** At most once a day for each network, since a runtime behind two lines would fill the record. */
async function recordOnce(
  tx: Transaction,
  { agent, credential }: RuntimeIdentity,
  name: EventName,
  where: { network: string; before?: string },
): Promise<void> {
  const subject = { type: 'agent', id: agent.id } as const
  const actor = { kind: 'runtime', userId: agent.userId }
  const evidence = { ...where, credential: credential.id, key: credential.key }
  const change = { actor, subject, userId: agent.userId, name, evidence }
  await recordEventOnce(tx, change, { facts: { network: where.network }, days: 1 })
}

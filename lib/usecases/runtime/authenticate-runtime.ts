import { createHash, timingSafeEqual } from 'node:crypto'
import { lockAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import { markDisconnected } from '../../data/pairings.ts'
import {
  activateCredential,
  findRuntimeIdentity,
  isLive,
  type RuntimeIdentity,
  revokeCredentials,
} from '../../data/runtime-credentials.ts'
import { Failure } from '../../domain/failure.ts'
import { step } from '../../domain/step.ts'
import type { RuntimeActor, Services } from '../context.ts'
import { recordCredentialEvent } from './credential-event.ts'
import { noteNetwork, requireNetwork } from './note-network.ts'

const pattern = /^jwr_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_[A-Za-z0-9_-]{43}$/
/** A request that was on its way when the new credential was first used is no theft. */
const overlapSeconds = 10

/**
 * The runtime behind a bearer credential, read from the database on every call. The first use of a new credential ends
 * the one before; a later use of an ended one ends the whole family. `from` is the caller's address.
 */
export async function authenticateRuntime(
  services: Pick<Services, 'db' | 'runtimes'>,
  bearer: string,
  from: string,
): Promise<RuntimeActor> {
  const id = pattern.exec(bearer)?.[1]
  const identity = id ? await findRuntimeIdentity(services.db, id) : undefined
  if (!identity?.credential.secretHash || !isSame(identity.credential.secretHash, bearer)) throw refused()
  const { credential } = identity
  if (credential.state === 'RETIRED') {
    if ((credential.secondsSinceEnd ?? 0) > overlapSeconds) await endFamily(services, identity)
    throw refused()
  }
  if (credential.isExpired || (credential.state !== 'LIVE' && credential.state !== 'PENDING')) throw refused()
  await requireNetwork(services, identity, from)
  if (credential.state === 'PENDING') await activate(services, identity)
  await noteNetwork(services, identity, from)
  return actorOf(identity)
}

function isSame(secretHash: Uint8Array, bearer: string): boolean {
  return timingSafeEqual(secretHash, createHash('sha256').update(bearer).digest())
}

function actorOf(identity: RuntimeIdentity): RuntimeActor {
  const { credential, agent } = identity
  return {
    kind: 'runtime',
    userId: agent.userId,
    agentId: agent.id,
    role: agent.role,
    key: credential.key,
    identity,
  }
}

async function activate({ db }: Pick<Services, 'db'>, { credential, agent }: RuntimeIdentity): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAgent(tx, agent.id)
    const retired = await activateCredential(tx, credential)
    if (!retired) {
      // Another request may have used it first, or ended it.
      if (await isLive(tx, credential.id)) return
      throw refused()
    }
    const actor = { kind: 'runtime', userId: agent.userId }
    await recordCredentialEvent(tx, actor, agent, 'credential_live', credential, 'It was used for the first time.')
    for (const one of retired)
      await recordCredentialEvent(tx, actor, agent, 'credential_retired', one, 'The one after it was used.')
  })
}

async function endFamily({ db }: Pick<Services, 'db'>, { credential, agent }: RuntimeIdentity): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockAgent(tx, agent.id)
    const revoked = await revokeCredentials(tx, agent.id)
    if (revoked.length === 0) return
    // Ignored because a runtime that was disconnected before loses its credentials all the same.
    await markDisconnected(tx, agent.id)
    const actor = { kind: 'system', name: 'web' }
    const reason = 'A credential that had ended was used again.'
    await recordCredentialEvent(tx, actor, agent, 'credential_reused', credential, reason)
    for (const one of revoked) await recordCredentialEvent(tx, actor, agent, 'credential_revoked', one, reason)
  })
}

function refused(): Failure {
  return new Failure('credential_revoked', 'The runtime credential is unknown, expired or revoked.', {
    nextActions: [step('agent_owner', 'pair_runtime', 'Pair the runtime again with a token from its console.')],
  })
}

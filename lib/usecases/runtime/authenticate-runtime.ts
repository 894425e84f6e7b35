import { createHash, timingSafeEqual } from 'node:crypto'
import { inTransaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { markDisconnected } from '#lib/data/pairings.ts'
import {
  activateCredential,
  findRuntimeIdentity,
  type RuntimeIdentity,
  revokeCredentials,
} from '#lib/data/runtime-credentials.ts'
import { ownerAction } from '#lib/domain/agent.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { RuntimeActor, Services } from '../context.ts'

const pattern = /^jwr_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_[A-Za-z0-9_-]{43}$/
/** A request that was on its way when the new credential was first used is no theft. */
const overlapSeconds = 10

/**
 * The runtime behind a bearer credential, read from the database on every call. The first use of a new credential ends
 * the one before; a later use of an ended one ends the whole family.
 */
export async function authenticateRuntime(services: Pick<Services, 'db'>, bearer: string): Promise<RuntimeActor> {
  const id = pattern.exec(bearer)?.[1]
  const identity = id ? await findRuntimeIdentity(services.db, id) : undefined
  if (!identity?.credential.secretHash || !isSame(identity.credential.secretHash, bearer)) throw refused()
  const { credential } = identity
  if (credential.state === 'RETIRED') {
    if ((credential.secondsSinceEnd ?? 0) > overlapSeconds) await endFamily(services, identity)
    throw refused()
  }
  if (credential.isExpired || (credential.state !== 'LIVE' && credential.state !== 'PENDING')) throw refused()
  if (credential.state === 'PENDING') await activate(services, identity)
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
    if (!(await activateCredential(tx, credential))) return
    const actor = { kind: 'runtime', userId: agent.userId }
    const evidence = { credential: credential.id, epoch: credential.epoch }
    const subject = { type: 'agent', id: agent.id } as const
    await recordEvent(tx, { actor, subject, userId: agent.userId, name: 'agent.credential_live', evidence })
  })
}

async function endFamily({ db }: Pick<Services, 'db'>, { credential, agent }: RuntimeIdentity): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await revokeCredentials(tx, agent.id)) === 0) return
    await markDisconnected(tx, agent.id)
    const actor = { kind: 'system', name: 'web' }
    const evidence = { credential: credential.id, epoch: credential.epoch }
    const subject = { type: 'agent', id: agent.id } as const
    await recordEvent(tx, { actor, subject, userId: agent.userId, name: 'agent.credential_reused', evidence })
  })
}

function refused(): Failure {
  return new Failure('credential_revoked', 'The runtime credential is unknown, expired or revoked.', {
    nextActions: [ownerAction('pair_runtime', 'Pair the runtime again with a token from its console.')],
  })
}

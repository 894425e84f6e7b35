import { randomUUID } from 'node:crypto'
import { lockAgent } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import {
  type CredentialRow,
  findOpenRotation,
  insertCredential,
  nextEpoch,
  type RuntimeIdentity,
  takeUpRotation,
} from '../../data/runtime-credentials.ts'
import { credentialDays } from '../../domain/agent.ts'
import { Failure } from '../../domain/failure.ts'
import { pairingDomain, typedMessage } from '../../domain/signed-messages.ts'
import type { Context, RuntimeActor } from '../context.ts'
import { recordCredentialEvent } from './credential-event.ts'

/** A quarter of its life before the end, a credential is offered a successor. */
const offerBelowSeconds = (credentialDays / 4) * 86_400

/** The rotation that the runtime may take up: one that is open, or a new one when it is due or wanted. */
export async function offerRotation(
  ctx: Context,
  { credential, agent }: RuntimeIdentity,
  { isWanted, hasOpen }: { isWanted: boolean; hasOpen: boolean },
): Promise<CredentialRow | undefined> {
  const successor = (open: CredentialRow) => (open.epoch > credential.epoch ? open : undefined)
  const open = hasOpen ? await findOpenRotation(ctx.db, agent.id) : undefined
  if (open) return successor(open)
  if (!isWanted && credential.secondsLeft > offerBelowSeconds) return undefined
  return inTransaction(ctx.db, async (tx) => {
    await lockAgent(tx, agent.id)
    const openByNow = await findOpenRotation(tx, agent.id)
    if (openByNow) return successor(openByNow)
    const { key, scopes } = credential
    const epoch = await nextEpoch(tx, agent.id)
    const facts = { id: randomUUID(), agentId: agent.id, epoch, key, scopes, secretHash: null }
    const { made } = await insertCredential(tx, { ...facts, state: 'OFFERED' }, credentialDays)
    const reason = isWanted ? 'The runtime asked for it.' : 'The one before it nears its end.'
    await recordCredentialEvent(tx, ctx.actor, agent, 'credential_offered', made, reason)
    return made
  })
}

export type TakenRotation = { credentialId: string; credentialHash: `0x${string}`; signature: `0x${string}` }

/** The runtime made a secret for the offered credential; only its hash, signed by the runtime's key, comes here. */
export async function takeRotation(ctx: Context, runtime: RuntimeActor, taken: TakenRotation): Promise<void> {
  const secretHash = Buffer.from(taken.credentialHash.slice(2), 'hex')
  // An answer that was lost makes the runtime repeat itself after the new credential went live.
  if (isInUse(runtime.identity.credential, taken.credentialId, secretHash)) return
  const open = await findOpenRotation(ctx.db, runtime.agentId)
  if (open?.id !== taken.credentialId) throw notTaken('That rotation is not open.')
  const message = typedMessage('Rotation', pairingDomain, {
    agentId: runtime.agentId,
    credentialId: open.id,
    credentialHash: taken.credentialHash,
    epoch: open.epoch,
  })
  if ((await ctx.chain.signerOf(message, taken.signature)) !== runtime.key)
    throw new Failure('signature_invalid', 'The rotation is not signed by the runtime’s key.')
  await inTransaction(ctx.db, async (tx) => {
    if (!(await takeUpRotation(tx, open.id, secretHash)))
      throw notTaken('That rotation was taken with another secret before.')
    const agent = { id: runtime.agentId, userId: runtime.userId }
    const reason = 'The runtime made its secret and signed for it.'
    await recordCredentialEvent(tx, runtime, agent, 'credential_rotated', open, reason)
  })
}

function isInUse(credential: CredentialRow, id: string, secretHash: Buffer): boolean {
  return credential.id === id && credential.secretHash !== null && secretHash.equals(credential.secretHash)
}

function notTaken(why: string): Failure {
  return new Failure('state_conflict', `${why} Drop the secret, and take up what a later heartbeat offers.`)
}

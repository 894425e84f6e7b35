import { randomBytes } from 'node:crypto'
import { pairingDomain, typedMessage } from '#lib/domain/signed-messages.ts'
import { sha256 } from '../commitment.ts'
import type { ConnectionStore } from '../connection.ts'
import type { Hex, Identity } from '../identity.ts'

export type RotationOffer = { credential_id: string; epoch: number; expires_at: string }
export type RotationProof = { credential_id: string; credential_hash: Hex; signature: Hex }

/** Takes up an offered rotation: the new secret is made here and is on disk before it is sent. */
export async function prepareRotation(store: ConnectionStore, offer: RotationOffer | null): Promise<void> {
  const connection = store.current()
  if (!connection || !offer) return
  if (connection.pending?.credential_id === offer.credential_id || connection.pending?.is_acknowledged) return
  const credential = `jwr_${offer.credential_id}_${randomBytes(32).toString('base64url')}`
  const pending = { ...offer, credential, is_sent: false, is_acknowledged: false }
  await store.save({ ...connection, pending })
}

/** What the next heartbeat says about a prepared rotation; noted as sent before it is. */
export async function announceRotation(store: ConnectionStore, identity: Identity): Promise<RotationProof | undefined> {
  const connection = store.current()
  const pending = connection?.pending
  if (!connection || !pending || pending.is_acknowledged) return undefined
  if (!pending.is_sent) await store.save({ ...connection, pending: { ...pending, is_sent: true } })
  const credentialHash: Hex = `0x${sha256(pending.credential)}`
  const facts = { agentId: connection.agent_id, credentialId: pending.credential_id, credentialHash }
  const message = typedMessage('Rotation', pairingDomain, { ...facts, epoch: BigInt(pending.epoch) })
  return {
    credential_id: pending.credential_id,
    credential_hash: credentialHash,
    signature: await identity.sign(message),
  }
}

export async function acknowledgeRotation(store: ConnectionStore): Promise<void> {
  const connection = store.current()
  if (!connection?.pending) return
  await store.save({ ...connection, pending: { ...connection.pending, is_acknowledged: true } })
}

/** The new credential has been used, so it is the only one from here on. */
export async function completeRotation(store: ConnectionStore): Promise<void> {
  const connection = store.current()
  if (!connection?.pending) return
  const { credential, epoch, expires_at } = connection.pending
  await store.save({ ...connection, credential, epoch, expires_at, pending: null })
}

export async function dropRotation(store: ConnectionStore): Promise<void> {
  const connection = store.current()
  if (connection?.pending) await store.save({ ...connection, pending: null })
}

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { Database } from '../store/database.ts'
import { findOrMakeSecret } from '../store/secrets.ts'

export type SigningKey = { id: string; privateKey: KeyObject; publicKey: string; createDate: string }

/** The key that signs all webhooks, made once and kept. */
export function loadSigningKey(db: Database, now: Date): SigningKey {
  const made = findOrMakeSecret(db, 'webhook-signing-key', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    return JSON.stringify({ id: randomUUID(), pem, createDate: now.toISOString() })
  })
  const { id, pem, createDate }: { id: string; pem: string; createDate: string } = JSON.parse(made)
  const publicKey = createPublicKey(pem).export({ type: 'spki', format: 'der' }).toString('base64')
  return { id, privateKey: createPrivateKey(pem), publicKey, createDate }
}

/** The headers that prove a body: a DER-encoded ECDSA signature over exactly these bytes, and the key's id. */
export function signatureHeaders(key: SigningKey, body: Uint8Array): Record<string, string> {
  return {
    'x-circle-signature': sign('sha256', body, key.privateKey).toString('base64'),
    'x-circle-key-id': key.id,
  }
}

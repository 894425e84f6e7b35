import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type AuditSource, type Checkpoint, checkpointText } from '../domain/audit.ts'
import type { AuditKey } from '../ports/audit-key.ts'
import { deriveKey } from './aes-vault.ts'

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The Ed25519 key that signs checkpoints of the audit trail; derived from the first secret, so it is the same in every
 * program.
 */
export function createAuditKey(secrets: readonly string[]): AuditKey {
  const [key, ...others] = secrets.map(privateKeyOf)
  if (!key) throw new TypeError('an audit key has a secret')
  return {
    publicKey: publicKeyOf(key),
    otherPublicKeys: others.map(publicKeyOf),
    sign: (source: AuditSource, checkpoint: Checkpoint) =>
      sign(null, Buffer.from(checkpointText(source, checkpoint)), key).toString('base64url'),
  }
}

function privateKeyOf(secret: string): KeyObject {
  const seed = deriveKey(secret, 'audit-checkpoint')
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? ''
}

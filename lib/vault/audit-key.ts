import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { type AuditSource, type Checkpoint, checkpointText } from '../domain/audit.ts'
import type { AuditKey } from '../ports/audit-key.ts'
import { deriveKey } from './aes-vault.ts'

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The Ed25519 key that signs checkpoints of the audit trail; derived, so it is the same in every program. */
export function createAuditKey(secret: string): AuditKey {
  const seed = deriveKey(secret, 'audit-checkpoint')
  const key = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'jwk' }).x ?? ''
  return {
    publicKey,
    sign: (source: AuditSource, checkpoint: Checkpoint) =>
      sign(null, Buffer.from(checkpointText(source, checkpoint)), key).toString('base64url'),
  }
}

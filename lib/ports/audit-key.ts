import type { AuditSource, Checkpoint } from '../domain/audit.ts'

/** Signs what the audit trail was at a moment; both texts are base64url. */
export type AuditKey = {
  publicKey: string
  /** Those of the secrets after the first one, which sign nothing. */
  otherPublicKeys: string[]
  sign: (source: AuditSource, checkpoint: Checkpoint) => string
}

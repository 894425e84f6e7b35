import type { AuditSource, Checkpoint } from '../domain/audit.ts'

/** Signs what the audit trail was at a moment; both texts are base64url. */
export type AuditKey = {
  publicKey: string
  sign: (source: AuditSource, checkpoint: Checkpoint) => string
}

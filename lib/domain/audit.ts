/** An event of the audit trail with its place in the chain of seals; texts exactly as they were sealed. */
export type SealedEvent = {
  sequence: number
  id: string
  actor_kind: string
  actor_id: string
  subject_type: string
  subject_id: string
  name: string
  from_state: string | null
  to_state: string | null
  /** JSON as the database prints it. */
  evidence: string
  /** Seconds since 1970, as the database prints them. */
  created_at: string
  /** SHA-256 over the seal before it and this event, in hex. */
  seal: string
}

export const auditFormat = { format: 'jobwright/audit', version: 1 } as const

/** Binds a checkpoint to one deployment. */
export type AuditSource = { chain_id: number; escrow: `0x${string}` }

/**
 * What a key signs: the newest seal, and for an export also the SHA-256 over every line before the checkpoint and whether
 * it is the last one.
 */
export type Checkpoint = { sequence: number; seal: string; lines_sha256: string | null; is_last: boolean }

/** The bytes under the signature of a checkpoint. */
export function checkpointText({ chain_id, escrow }: AuditSource, checkpoint: Checkpoint): string {
  const { sequence, seal, lines_sha256, is_last } = checkpoint
  return JSON.stringify(['jobwright/audit-checkpoint/1', chain_id, escrow, sequence, seal, lines_sha256, is_last])
}

const fields = (event: Omit<SealedEvent, 'sequence' | 'seal'>) => [
  event.id,
  event.actor_kind,
  event.actor_id,
  event.subject_type,
  event.subject_id,
  event.name,
  event.from_state,
  event.to_state,
  event.evidence,
  event.created_at,
]

/** What is sealed of an event: an array as PostgreSQL prints it. */
export function sealedText(event: Omit<SealedEvent, 'sequence' | 'seal'>): string {
  return `[${fields(event)
    .map((value) => JSON.stringify(value))
    .join(', ')}]`
}

/** What the first releases sealed; it does not tell a missing first state from a missing last one. */
export function firstSealedText(event: Omit<SealedEvent, 'sequence' | 'seal'>): string {
  return fields(event)
    .filter((value) => value !== null)
    .join('|')
}

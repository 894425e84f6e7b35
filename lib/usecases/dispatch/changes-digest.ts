import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type FileChange, sortChanges } from '../../domain/result.ts'

/** SHA-256 of the canonical JSON of the changes, sorted by path; what a result's commitment holds of them. */
export function changesDigest(changes: readonly FileChange[]): string {
  const text = canonicalize(sortChanges(changes)) ?? ''
  return createHash('sha256').update(text).digest('hex')
}

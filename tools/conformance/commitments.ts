import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { keccak256, stringToBytes } from 'viem'
import { type FileChange, type ResultDocument, resultDocument, sortChanges } from '#lib/domain/result.ts'

/** keccak256 of the UTF-8 bytes of the canonical JSON (RFC 8785). */
export function commit(value: unknown): `0x${string}` {
  return keccak256(stringToBytes(canonicalize(value) ?? ''))
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The commitment of a result document that is made of these facts and changes. */
export function commitResult(
  facts: Omit<ResultDocument, 'schema' | 'version' | 'changes_sha256'>,
  changes: readonly FileChange[],
): `0x${string}` {
  return commit(resultDocument({ ...facts, changes_sha256: sha256(canonicalize(sortChanges(changes)) ?? '') }))
}

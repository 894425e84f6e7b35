import canonicalize from 'canonicalize'
import { keccak256, sha256, stringToBytes } from 'viem/utils'
import { type FileChange, sortChanges } from '../domain/result.ts'

/** What the chain must hold for this document: keccak256 of the UTF-8 bytes of its canonical JSON (RFC 8785). */
export function commitmentOf(document: Record<string, unknown>): `0x${string}` {
  return keccak256(canonicalBytes(document))
}

/** What a result's document must name as its changes: SHA-256, in hex, of their canonical JSON in the order of their paths. */
export function changesDigest(changes: readonly FileChange[]): string {
  return digestOf(canonicalBytes(sortChanges(changes)))
}

/** SHA-256 in hex, without `0x`. */
export function digestOf(bytes: Uint8Array): string {
  return sha256(bytes).slice(2)
}

function canonicalBytes(value: unknown): Uint8Array {
  const text = canonicalize(value)
  if (text === undefined) throw new TypeError('only a JSON document has a commitment')
  return stringToBytes(text)
}

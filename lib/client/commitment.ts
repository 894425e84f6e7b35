import canonicalize from 'canonicalize'
import { keccak256, stringToBytes } from 'viem/utils'

/** What the chain must hold for this document: keccak256 of the UTF-8 bytes of its canonical JSON (RFC 8785). */
export function commitmentOf(document: Record<string, unknown>): `0x${string}` {
  const text = canonicalize(document)
  if (text === undefined) throw new TypeError('only a JSON document has a commitment')
  return keccak256(stringToBytes(text))
}

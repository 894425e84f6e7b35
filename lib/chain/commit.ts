import canonicalize from 'canonicalize'
import { keccak256, stringToBytes } from 'viem'

/** keccak256 of the UTF-8 bytes of the document's canonical JSON (RFC 8785). */
export function commit(document: object): `0x${string}` {
  const text = canonicalize(document)
  if (text === undefined) throw new TypeError('only a JSON document can be committed to')
  return keccak256(stringToBytes(text))
}

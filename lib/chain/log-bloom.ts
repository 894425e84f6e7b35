import { hexToBytes, keccak256 } from 'viem'
import type { Address, Hash } from '#lib/ports/chain.ts'

/** Tells from a header's bloom filter whether its block may hold one of these events of that address; false is certain. */
export function logBloomTest(address: Address, topics: readonly Hash[]): (bloom: Hash | null) => boolean {
  const addressBits = bitsOf(address)
  const topicBits = topics.map(bitsOf)
  return (bloom) => {
    if (bloom === null) return true
    const bytes = hexToBytes(bloom)
    const isSet = (bit: number) => (((bytes.at(-1 - (bit >> 3)) ?? 0) >> (bit & 7)) & 1) === 1
    return addressBits.every(isSet) && topicBits.some((bits) => bits.every(isSet))
  }
}

/** The three of 2,048 bits that a value sets: the low eleven bits of each of the first three pairs of its hash. */
function bitsOf(value: Hash): number[] {
  const hash = keccak256(value, 'bytes')
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047)
}

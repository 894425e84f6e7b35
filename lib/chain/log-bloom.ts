import { hexToBytes, keccak256 } from 'viem'
import type { Address, Hash } from '../ports/chain.ts'

type BloomTest = (bloom: Hash | null) => boolean

/** Tells from a header's bloom filter whether its block may hold one of these events of that address; false is certain. */
export function logBloomTest(address: Address, topics: readonly Hash[]): BloomTest {
  const addressBits = bitsOf(address)
  const topicBits = topics.map(bitsOf)
  return (bloom) => {
    const isSet = bitReader(bloom)
    return addressBits.every(isSet) && topicBits.some((bits) => bits.every(isSet))
  }
}

/** Tells whether a block may hold a log with all of these values, its address or topics of 32 bytes; false is certain. */
export function bloomTest(values: readonly Hash[]): BloomTest {
  const bits = values.flatMap(bitsOf)
  return (bloom) => bits.every(bitReader(bloom))
}

/**
 * Whether these logs give the block every bit of its filter. One that is missing leaves bits that no other log sets, unless
 * others happen to set the same. A filter that is absent, or full as some chains fill it, tells nothing.
 */
export function explainsBloom(
  bloom: Hash | null,
  logs: readonly { address: Address; topics: readonly Hash[] }[],
): boolean {
  const isSet = bitReader(bloom)
  if (filterBits.every(isSet)) return true
  const values = new Set(logs.flatMap(({ address, topics }) => [address, ...topics]))
  const given = new Set([...values].flatMap(bitsOf))
  return filterBits.every((bit) => given.has(bit) || !isSet(bit))
}

const filterBits = Array.from({ length: 2_048 }, (_, bit) => bit)

/** A header without a filter rules nothing out. */
function bitReader(bloom: Hash | null): (bit: number) => boolean {
  if (bloom === null) return () => true
  const bytes = hexToBytes(bloom)
  return (bit) => (((bytes.at(-1 - (bit >> 3)) ?? 0) >> (bit & 7)) & 1) === 1
}

/** The three of 2,048 bits that a value sets: the low eleven bits of each of the first three pairs of its hash. */
function bitsOf(value: Hash): number[] {
  const hash = keccak256(value, 'bytes')
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047)
}

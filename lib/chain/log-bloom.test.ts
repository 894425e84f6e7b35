import { expect, test } from 'vitest'
import type { Address, Hash } from '../ports/chain.ts'
import { explainsBloom, logBloomTest } from './log-bloom.ts'

// The filter of a block with one log of this address and topic, worked out by hand from the yellow paper's M3:2048.
const address: Address = '0x0000000000000000000000000000000000001234'
const topic: Hash = `0x${'0'.repeat(63)}1`
const other: Hash = `0x${'0'.repeat(63)}2`

function bloomWith(...bits: number[]): `0x${string}` {
  const filter = bits.reduce((all, bit) => all | (1n << BigInt(bit)), 0n)
  return `0x${filter.toString(16).padStart(512, '0')}`
}

const ofAddress = [1_865, 1_965, 936]
const ofTopic = [270, 1_362, 1_554]

test('a block may hold a log when its filter has the address and one of the topics', () => {
  const mayHold = logBloomTest(address, [other, topic])
  expect(mayHold(bloomWith(...ofAddress, ...ofTopic))).toBe(true)
  expect(mayHold(`0x${'f'.repeat(512)}`)).toBe(true)
  expect(mayHold(null)).toBe(true)
})

test.each([
  ['nothing', []],
  ['the address alone', ofAddress],
  ['the topic alone', ofTopic],
  ['all but one bit', [...ofAddress, ...ofTopic.slice(1)]],
])('a block whose filter has %s holds none', (_, bits) => {
  expect(logBloomTest(address, [topic])(bloomWith(...bits))).toBe(false)
})

test.each<[string, Hash | null, { address: Address; topics: Hash[] }[], boolean]>([
  ['its only log', bloomWith(...ofAddress, ...ofTopic), [{ address, topics: [topic] }], true],
  ['more than the filter shows', bloomWith(...ofAddress), [{ address, topics: [topic] }], true],
  ['no log', bloomWith(...ofAddress, ...ofTopic), [], false],
  ['a log of another topic', bloomWith(...ofAddress, ...ofTopic), [{ address, topics: [other] }], false],
  ['no log where no bit is set', bloomWith(), [], true],
  ['no log where every bit is set', `0x${'f'.repeat(512)}`, [], true],
  ['no log where there is no filter', null, [], true],
])('the filter of a block tells whether a list with %s may be complete', (_, bloom, logs, isComplete) => {
  expect(explainsBloom(bloom, logs)).toBe(isComplete)
})

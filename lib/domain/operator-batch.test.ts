import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byGas, callsThatFit, entityOf, gasOfTransaction } from './operator-batch.ts'

const weigh = (...gas: bigint[]) => gas.map((amount) => ({ gas: amount }))

test('in its order every entry of a batch has the gas that it may use, as long as those before it use no more than theirs', () => {
  const gas = fc.oneof(fc.bigInt(21_000n, 2_000_000n), fc.constant(2_000_000n))
  fc.assert(
    fc.property(fc.array(gas, { minLength: 2, maxLength: 50 }), (amounts) => {
      const entries = byGas(weigh(...amounts))
      let left = gasOfTransaction(entries) - 21_000n
      for (const [index, entry] of entries.entries()) {
        const share = left / BigInt(entries.length - index) - 10_000n
        const passedOn = left - left / 64n
        const given = share < passedOn ? share : passedOn
        expect(given).toBeGreaterThanOrEqual(entry.gas)
        left -= entry.gas + 12_000n
      }
    }),
  )
})

test('a call alone is allowed its own gas', () => {
  expect(gasOfTransaction(weigh(200_000n))).toBe(200_000n)
})

test('a transaction takes the oldest calls that fit, and one that needs more than that alone', () => {
  const calls = weigh(200_000n, 1_200_000n, 200_000n, 200_000n)
  expect(callsThatFit(calls, 1_900_000n)).toEqual(calls.slice(0, 3))
  expect(callsThatFit(calls, 1_000_000n)).toEqual(calls.slice(0, 1))
  expect(callsThatFit(calls.slice(1), 1_000_000n)).toEqual(calls.slice(1, 2))
  expect(callsThatFit([], 1_000_000n)).toEqual([])
})

test('calls with the same first argument of the same contract are about the same entity', () => {
  const word = (value: string) => value.padStart(64, '0')
  const call = (contract: string, selector: string, ...words: string[]) =>
    entityOf({ contract, calldata: `0x${selector}${words.map(word).join('')}` })
  expect(call('0x01', 'aaaaaaaa', '7', '1')).toBe(call('0x01', 'bbbbbbbb', '7'))
  expect(call('0x01', 'aaaaaaaa', '7')).not.toBe(call('0x01', 'aaaaaaaa', '8'))
  expect(call('0x01', 'aaaaaaaa', '7')).not.toBe(call('0x02', 'aaaaaaaa', '7'))
})

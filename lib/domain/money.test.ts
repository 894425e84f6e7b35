import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budgetOf, formatAmount, moneyText, parseAmount, toMoney } from './money.ts'

test('every amount survives being written and read again (row 43)', () => {
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (units) => parseAmount(formatAmount(units)) === units))
})

test('amounts are written with six decimals', () => {
  expect(formatAmount(0n)).toBe('0.000000')
  expect(formatAmount(1n)).toBe('0.000001')
  expect(toMoney(25_000_000n)).toEqual({ amount: '25.000000', currency: 'USDC' })
})

test.each(['0', '7', '0.5', '1.999999', '123456789.000001'])('%s is read exactly', (text) => {
  const [whole = '', part = ''] = text.split('.')
  expect(parseAmount(text)).toBe(BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0') || '0'))
})

test.each([
  '',
  '-1',
  '+1',
  '1.',
  '.5',
  '1.9999999',
  '1e3',
  '01',
  '0x10',
  ' 1',
  '1 ',
  '1,0',
  '١',
  'NaN',
  'Infinity',
  '1_000',
])('an amount such as "%s" is refused, never rounded or guessed (row 43)', (text) => {
  expect(() => parseAmount(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('an amount below zero is never written', () => {
  expect(() => formatAmount(-1n)).toThrow(RangeError)
})

test('a budget is the reward and every verifier fee that could fall due, split after split (row 44)', () => {
  const small = fc.bigInt({ min: 0n, max: 10n ** 30n })
  const terms = fc.record({
    reward: small,
    verifierFee: small,
    verifiers: fc.integer({ min: 1, max: 7 }),
    maxAttempts: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(terms, (value) => {
      let sum = value.reward
      for (let attempt = 0; attempt < value.maxAttempts; attempt += 1) {
        for (let seat = 0; seat < value.verifiers; seat += 1) sum += value.verifierFee
      }
      return budgetOf(value) === sum
    }),
  )
})

test.each([
  ['0', '0.00 USDC'],
  ['25.000000', '25.00 USDC'],
  ['0.010000', '0.01 USDC'],
  ['12.345678', '12.345678 USDC'],
  ['1234567.500000', '1,234,567.50 USDC'],
  ['9007199254740993.000001', '9,007,199,254,740,993.000001 USDC'],
])('%s is shown as %s, with no digit lost', (amount, text) => {
  expect(moneyText({ amount, currency: 'USDC' })).toBe(text)
})

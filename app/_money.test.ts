import { expect, test } from 'vitest'
import { moneyText } from './_money.ts'

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

import { expect, test } from 'vitest'
import type { AgentPayee } from './agent-money.ts'
import { isSignable } from './is-signable.ts'

test('a kept signature is for the next nonce alone, and for none while one is under way', () => {
  const payee = (nonce: string, isUnderWay = false) =>
    ({ signing: { nonce }, is_under_way: isUnderWay }) as unknown as AgentPayee
  const kept = { to: '0x1', nonce: '4', signature: '0x2' }
  expect(isSignable(payee('4'), kept)).toBe(true)
  expect(isSignable(payee('5'), kept)).toBe(false)
  expect(isSignable(payee('4', true), kept)).toBe(false)
  expect(isSignable(payee('4'), { to: '0x1', signature: '0x2' })).toBe(false)
})

import { describe, expect, test } from 'vitest'
import { fundSteps, type Transaction } from './fund-steps.ts'

const lockedAt = '2026-11-21T10:00:00.000Z'
const snapshot = { created_at: lockedAt, budget: { amount: '12.500000' } }

function transaction(
  purpose: Transaction['purpose'],
  state: Transaction['state'],
  created_at = '2026-11-21T10:00:01.000Z',
) {
  return { purpose, state, created_at } as Transaction
}

function statuses(...given: Parameters<typeof fundSteps>) {
  return fundSteps(...given).map((step) => step.status)
}

describe('steps of funding', () => {
  test('a draft that has not passed review can do nothing', () => {
    expect(statuses({ state: 'DRAFT', snapshot: null }, [], 0n)).toEqual(['blocked', 'blocked', 'blocked'])
  })

  test('a reviewed draft asks for the approval first', () => {
    expect(statuses({ state: 'READY', snapshot: null }, [], 99_000_000n)).toEqual(['ready', 'blocked', 'blocked'])
  })

  test('an unanswered challenge is the person’s turn, an approved one is not', () => {
    const locked = { state: 'LOCKED', snapshot } as const
    expect(statuses(locked, [transaction('APPROVAL', 'CHALLENGE_ISSUED')], 0n)[0]).toBe('ready')
    expect(statuses(locked, [transaction('APPROVAL', 'SUBMITTED')], 0n)[0]).toBe('waiting')
  })

  test('the chain’s allowance decides, to the last base unit', () => {
    const locked = { state: 'LOCKED', snapshot } as const
    const confirmed = [transaction('APPROVAL', 'CONFIRMED')]
    expect(statuses(locked, confirmed, 12_499_999n)).toEqual(['ready', 'blocked', 'blocked'])
    expect(statuses(locked, [], 12_500_000n)).toEqual(['done', 'ready', 'blocked'])
    expect(statuses(locked, confirmed, 12_500_001n)).toEqual(['ready', 'blocked', 'blocked'])
  })

  test('a confirmed approval counts while the chain cannot be read', () => {
    expect(statuses({ state: 'LOCKED', snapshot }, [transaction('APPROVAL', 'CONFIRMED')], undefined)[0]).toBe('done')
  })

  test('an approval of an earlier snapshot does not count', () => {
    const earlier = [transaction('APPROVAL', 'CONFIRMED', '2026-11-21T09:59:59.000Z')]
    expect(statuses({ state: 'LOCKED', snapshot }, earlier, undefined)[0]).toBe('ready')
  })

  test('a failed approval or funding is shown as failed', () => {
    expect(statuses({ state: 'LOCKED', snapshot }, [transaction('APPROVAL', 'EXPIRED')], 0n)[0]).toBe('failed')
    expect(statuses({ state: 'FUNDING', snapshot }, [transaction('FUNDING', 'FAILED')], 0n)[1]).toBe('failed')
  })

  test('money counts as locked only when the service says FUNDED', () => {
    const funding = { state: 'FUNDING', snapshot } as const
    expect(statuses(funding, [transaction('FUNDING', 'BROADCAST')], 0n)).toEqual(['done', 'waiting', 'blocked'])
    expect(statuses(funding, [transaction('FUNDING', 'CONFIRMED')], 0n)).toEqual(['done', 'done', 'waiting'])
    expect(statuses({ state: 'FUNDED', snapshot }, [], 0n)).toEqual(['done', 'done', 'done'])
  })
})

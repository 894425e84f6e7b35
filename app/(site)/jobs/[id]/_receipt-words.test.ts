import { describe, expect, test } from 'vitest'
import { outcomeOf, returnedNoteOf, rewardNoteOf } from './_receipt-words.ts'

type Job = Parameters<typeof outcomeOf>[0]

function receipt(state: Job['job']['state'], paid: Partial<Job['totals']>, silenceShareBps = 5_000): Job {
  const totals = { reward: '0', silence_share: '0', returned: '0', ...paid }
  const events = [{ name: 'JobCreated', args: { terms: { silenceShareBps } } }]
  return { job: { state }, totals, events }
}

describe('a job that lapsed', () => {
  test('says that the worker got a share where one was paid', () => {
    const shared = receipt('LAPSED', { silence_share: '1500000' })
    expect(outcomeOf(shared)).toContain('The worker got the share')
    expect(rewardNoteOf(shared)).toMatch(/^50 % of the reward/)
  })

  test('says that the worker was paid nothing where the terms give no share', () => {
    const unpaid = receipt('LAPSED', { returned: '3900000' }, 0)
    expect(outcomeOf(unpaid)).toContain('the worker was paid nothing')
    expect(outcomeOf(unpaid)).not.toContain('share')
    expect(rewardNoteOf(unpaid)).toMatch(/^0 % of the reward/)
  })
})

test('money that went back is what was left of the budget, and a refund that was not taken is named', () => {
  expect(returnedNoteOf(receipt('CANCELLED', { returned: '4500000' }))).toBe('What was left of the budget.')
  expect(returnedNoteOf(receipt('REJECTED', {}))).toBe('The client has not taken it back yet.')
  expect(returnedNoteOf(receipt('SETTLED', { reward: '3000000' }))).toBe('Nothing was left of the budget.')
})

test('a job without an accepted result says so beside the reward, and a paid one where the reward came from', () => {
  expect(rewardNoteOf(receipt('CANCELLED', {}))).toBe('No result was accepted.')
  expect(rewardNoteOf(receipt('SETTLED', { reward: '3000000' }))).toContain('since the job was funded')
})

import { expect, test } from 'vitest'
import type { EventName } from './event-name.ts'
import { notificationKindOf } from './notification.ts'

const paying: EventName[] = [
  ...(['draft.funded', 'job.settled', 'job.rejected', 'job.lapsed', 'job.cancelled', 'job.refunded'] as const),
  'withdrawal.confirmed',
]
const unpaid: EventName[] = [
  ...(['draft.funding_window_passed', 'transaction.failed', 'transaction.mismatched', 'withdrawal.failed'] as const),
  'withdrawal.in_doubt',
]

test('whatever paid, and whatever was to pay and did not, is a notification about money', () => {
  expect([...paying, ...unpaid].map((name) => [name, notificationKindOf(name)])).toEqual(
    [...paying, ...unpaid].map((name) => [name, 'money']),
  )
})

test('an outcome that paid nothing is about the job, and a new place for earnings is about security', () => {
  expect(notificationKindOf('job.expired')).toBe('jobs')
  expect(notificationKindOf('job.published')).toBe('jobs')
  expect(notificationKindOf('agent.payee_requested')).toBe('security')
  expect(notificationKindOf('agent.payee_cancelled')).toBe('security')
})

test('what only goes on makes no notification', () => {
  expect(notificationKindOf('job.assigned')).toBeUndefined()
})

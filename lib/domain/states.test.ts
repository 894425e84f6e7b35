import { expect, test } from 'vitest'
import { draftLocked, draftStates, draftStatesBefore, nextDraftState } from './draft.ts'
import { awaitedBy, isLive, liveTransactionStates, mayMove, transactionStates } from './transaction.ts'

test('a draft moves along its table and nowhere else', () => {
  const table = draftStates.flatMap((from) =>
    (['edit', 'review_passed', 'review_blocked', 'lock', 'fund', 'fund_window_passed', 'job_created'] as const).flatMap(
      (cause) => {
        const to = nextDraftState(from, cause)
        return to ? [`${from} ${cause} ${to}`] : []
      },
    ),
  )
  expect(table).toEqual([
    'DRAFT edit DRAFT',
    'DRAFT review_passed READY',
    'DRAFT review_blocked DRAFT',
    'DRAFT job_created FUNDED',
    'READY edit DRAFT',
    'READY review_passed READY',
    'READY review_blocked DRAFT',
    'READY lock LOCKED',
    'READY job_created FUNDED',
    'LOCKED review_passed READY',
    'LOCKED review_blocked DRAFT',
    'LOCKED lock LOCKED',
    'LOCKED fund FUNDING',
    'LOCKED job_created FUNDED',
    'FUNDING fund FUNDING',
    'FUNDING fund_window_passed LOCKED',
    'FUNDING job_created FUNDED',
  ])
})

test('nothing leaves FUNDED', () => {
  expect(draftStatesBefore('job_created')).not.toContain('FUNDED')
  expect(draftStates.filter((state) => state === 'FUNDED' && draftStatesBefore('edit').includes(state))).toEqual([])
})

test.each(draftStates)('a draft in %s that cannot be changed says what can be done instead', (state) => {
  const failure = draftLocked({ id: 'x', state })
  expect(failure.code).toBe('draft_locked')
  expect(failure.nextActions).toHaveLength(1)
  expect(failure.nextActions[0]?.href).toMatch(/^\/api\/v1\//)
})

test('transaction states only move forward, but for a reorganisation', () => {
  for (const [index, from] of liveTransactionStates.entries()) {
    for (const [other, to] of liveTransactionStates.entries()) {
      const isReorganisation = from === 'CONFIRMING' && to === 'BROADCAST'
      expect(mayMove(from, to), `${from} to ${to}`).toBe(other > index || isReorganisation)
    }
  }
})

test('terminal transaction states never move', () => {
  const terminal = transactionStates.filter((state) => !isLive(state))
  expect(terminal).toEqual(['CONFIRMED', 'EXPIRED', 'CANCELLED', 'FAILED', 'MISMATCHED'])
  for (const from of terminal) for (const to of transactionStates) expect(mayMove(from, to)).toBe(false)
})

test.each(liveTransactionStates)('a %s transaction says what is awaited and from whom', (state) => {
  expect(awaitedBy(state)).toEqual({ who: expect.any(String), text: expect.stringMatching(/\.$/) })
})

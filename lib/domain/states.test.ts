import { expect, test } from 'vitest'
import { draftLocked, draftStates, draftStatesBefore, nextDraftState } from './draft.ts'
import {
  awaitedBy,
  creditedRow,
  isLive,
  liveTransactionStates,
  mayMove,
  type TransactionState,
  transactionStates,
} from './transaction.ts'

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
  const failure = draftLocked({ draft: { id: 'x', state }, live: null, onchainJobId: 7n })
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

test('a terminal transaction state moves only to CONFIRMED, and only where the chain did not decide', () => {
  const terminal = transactionStates.filter((state) => !isLive(state))
  const moves = terminal.flatMap((from) => transactionStates.flatMap((to) => (mayMove(from, to) ? [[from, to]] : [])))
  expect(moves).toEqual([
    ['EXPIRED', 'CONFIRMED'],
    ['CANCELLED', 'CONFIRMED'],
    ['FAILED', 'CONFIRMED'],
  ])
})

test('an event is credited to the transaction that names its hash, else the live one, else the newest, and only once', () => {
  const row = (state: TransactionState, transactionHash: string | null = null, failureCode: string | null = null) => ({
    state,
    transactionHash,
    failureCode,
  })
  const [expired, live, failed] = [row('EXPIRED'), row('CHALLENGE_ISSUED'), row('FAILED', '0x2', 'failed_on_chain')]
  expect(creditedRow([expired, row('EXPIRED', '0x1'), live], '0x1')?.transactionHash).toBe('0x1')
  expect(creditedRow([expired, live], '0x1')).toBe(live)
  expect(creditedRow([row('CANCELLED'), expired], '0x1')).toBe(expired)
  expect(creditedRow([expired, failed], '0x1')).toBe(expired)
  expect(creditedRow([failed], '0x1')).toBeUndefined()
  expect(creditedRow([row('MISMATCHED', '0x1')], '0x1')).toBeUndefined()
  expect(creditedRow([row('CONFIRMED', '0x1'), expired], '0x1')).toBeUndefined()
})

test.each(liveTransactionStates)('a %s transaction says what is awaited and from whom', (state) => {
  expect(awaitedBy(state)).toEqual({ who: expect.any(String), text: expect.stringMatching(/\.$/) })
})

import { expect, test } from 'vitest'
import { type JobEvent, type MinedMove, paymentsOf, transfersOf } from './escrow-payments.ts'

const [client, escrow, worker, verifier] = ['c', 'e', 'a', 'b'].map((digit) => `0x${digit.repeat(40)}` as const) as [
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
  `0x${string}`,
]
const parties = { client, escrow }
const transactionHash = `0x${'1'.repeat(64)}` as const

const event = (eventName: string, logIndex: number, args: object): JobEvent => ({
  eventName,
  logIndex,
  transactionHash,
  blockNumber: 9n,
  args: { ...args },
})
const move = (to: `0x${string}`, amount: bigint, logIndex: number): MinedMove => ({
  from: escrow,
  to,
  amount,
  logIndex,
  transactionHash,
  blockNumber: 9n,
})

const verdict = (logIndex: number, agent = verifier) =>
  event('VerdictRecorded', logIndex, { attempt: 1, agent, fee: '100', payee: agent })
const settled = event('JobSettled', 2, { attempt: 1, agent: worker, reward: '3000', returned: '0', payee: worker })

test('each payment is the transfer that follows the event which promised it, and nothing is no payment', () => {
  const payments = paymentsOf([verdict(1), settled], parties)
  expect(payments.map(({ kind, to, amount }) => [kind, to, amount])).toEqual([
    ['verifier_fee', verifier, 100n],
    ['reward', worker, 3000n],
  ])
  const transfers = transfersOf(payments, [move(verifier, 100n, 3), move(worker, 3000n, 4)], parties)
  expect(transfers?.map(({ kind, logIndex }) => [kind, logIndex])).toEqual([
    ['verifier_fee', 3],
    ['reward', 4],
  ])
})

test('equal payments of two jobs in one transaction are distinguished by their log index', () => {
  const moves = [move(verifier, 100n, 2), move(verifier, 100n, 4)]
  const placeOf = (at: number) => transfersOf(paymentsOf([verdict(at)], parties), moves, parties)?.[0]?.logIndex
  expect([placeOf(1), placeOf(3)]).toEqual([2, 4])
})

test('a payment that the token refused has no transfer, and is no loss', () => {
  const deferred = event('PaymentDeferred', 3, { account: worker, amount: '3000' })
  const payments = paymentsOf([verdict(1), settled, deferred], parties)
  expect(payments.map(({ isDeferred }) => isDeferred)).toEqual([false, true])
  expect(transfersOf(payments, [move(verifier, 100n, 4)], parties)).toHaveLength(1)
})

test('a payment without its transfer is noticed, also where another one is like it', () => {
  const payments = paymentsOf(
    [verdict(1), event('VerdictRecorded', 2, { attempt: 1, agent: verifier, fee: '100', payee: verifier })],
    parties,
  )
  expect(transfersOf(payments, [move(verifier, 100n, 3)], parties)).toBeUndefined()
  expect(transfersOf(payments, [move(verifier, 100n, 3), move(worker, 100n, 4)], parties)).toBeUndefined()
})

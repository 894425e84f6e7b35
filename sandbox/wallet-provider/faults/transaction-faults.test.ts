import { parseEventLogs } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { tokenAbi } from '../chain/abis.ts'
import { requireHex } from '../chain/hex.ts'
import {
  approve,
  challengeTransfer,
  finishedTransaction,
  logInWithWallet,
  type PersonWithWallet,
  startTestStack,
  type TestStack,
} from '../test-stack.ts'
import { type WalletFaults, walletFaults } from './client.ts'

let stack: TestStack
let faults: WalletFaults
let clara: PersonWithWallet
let wanda: PersonWithWallet

beforeAll(async () => {
  stack = await startTestStack({ correlationLag: 0 })
  faults = walletFaults(stack.url)
  clara = await logInWithWallet(stack, 'clara')
  wanda = await logInWithWallet(stack, 'wanda')
})
afterEach(async () => {
  await faults.set({})
})
afterAll(async () => await stack.stop())

/** Approves a transfer; answers its transaction's id. */
async function begin(person = clara): Promise<string> {
  const challengeId = await challengeTransfer(stack, person, 1n)
  await approve(stack.url, person, challengeId)
  const { userToken } = person
  return await vi.waitFor(async () => {
    const [id] = (await stack.client.getUserChallenge({ userToken, challengeId })).data?.challenge.correlationIds ?? []
    if (id === undefined) throw new Error('not told yet')
    return id
  }, 45_000)
}

async function look(id: string, { userToken } = clara) {
  const transaction = (await stack.client.getTransaction({ userToken, id })).data?.transaction
  if (!transaction) throw new Error('no such transaction')
  return transaction
}

async function untilState(id: string, state: string, person = clara) {
  const reached = async () => {
    const transaction = await look(id, person)
    expect(transaction.state).toBe(state)
    return transaction
  }
  return await vi.waitFor(reached, { timeout: 45_000, interval: 20 })
}

async function accelerate(id: string): Promise<void> {
  const { userToken } = clara
  const { data } = await stack.client.accelerateTransaction({ userToken, id })
  expect(await approve(stack.url, clara, data?.challengeId)).toEqual({
    type: 'ACCELERATE_TRANSACTION',
    status: 'COMPLETE',
  })
}

async function received(): Promise<bigint> {
  const { token, escrow } = stack.test.chain.addresses
  const query = { address: token, abi: tokenAbi, functionName: 'balanceOf', args: [escrow] } as const
  return await stack.reader.readContract(query)
}

const receiptOf = async (hash: string | undefined) =>
  await stack.reader.getTransactionReceipt({ hash: requireHex(hash ?? '') })

test('a transaction that fails before it is sent has its reason and no hash, and moves nothing', async () => {
  const before = await received()
  const end = { end: 'FAILED', errorReason: 'ESTIMATION_ERROR', errorDetails: 'execution reverted' } as const
  await faults.set({ nextTransactions: [end] })
  const failed = await untilState(await begin(), 'FAILED')
  expect(failed).toMatchObject({ errorReason: 'ESTIMATION_ERROR', errorDetails: 'execution reverted' })
  expect(failed.txHash).toBeUndefined()
  expect(await received()).toBe(before)
})

test.each(['DENIED', 'CANCELLED'] as const)(
  'a transaction ends as %s without a hash and moves nothing',
  async (end) => {
    const before = await received()
    await faults.set({ nextTransactions: [{ end }] })
    expect((await untilState(await begin(), end)).txHash).toBeUndefined()
    expect(await received()).toBe(before)
  },
)

test('fates are given in order, one to each transaction, and the next one is as usual', async () => {
  await faults.set({ nextTransactions: [{ end: 'DENIED' }, { end: 'CANCELLED' }] })
  const first = await begin()
  expect(await faults.show()).toEqual({ nextTransactions: [{ end: 'CANCELLED' }] })
  const [second, third] = [await begin(), await begin()]
  await untilState(first, 'DENIED')
  await untilState(second, 'CANCELLED')
  await untilState(third, 'COMPLETE')
  expect(await faults.show()).toEqual({})
})

test('what is stuck in the queue has no hash, and completes after it was accelerated', async () => {
  const before = await received()
  await faults.set({ nextTransactions: [{ stuckAfter: 'QUEUED' }] })
  const id = await begin()
  expect((await untilState(id, 'STUCK')).txHash).toBeUndefined()
  await accelerate(id)
  expect((await untilState(id, 'COMPLETE')).txHash).toBeDefined()
  expect((await received()) - before).toBe(1n)
})

test('what is stuck after sending has a hash that is never mined, and lands once under another after acceleration', async () => {
  const before = await received()
  await faults.set({ nextTransactions: [{ stuckAfter: 'SENT' }] })
  const id = await begin()
  const { txHash } = await untilState(id, 'STUCK')
  await expect(receiptOf(txHash)).rejects.toThrow('could not be found')
  expect(await received()).toBe(before)
  await accelerate(id)
  const done = await untilState(id, 'COMPLETE')
  expect(done.txHash).not.toBe(txHash)
  expect((await receiptOf(done.txHash)).status).toBe('success')
  await expect(receiptOf(txHash)).rejects.toThrow('could not be found')
  expect((await received()) - before).toBe(1n)
})

test('what is stuck can be cancelled, and the wallet’s next transaction goes through', async () => {
  const before = await received()
  await faults.set({ nextTransactions: [{ stuckAfter: 'SENT' }] })
  const id = await begin()
  await untilState(id, 'STUCK')
  const { data } = await stack.client.cancelTransaction({ userToken: clara.userToken, id })
  await approve(stack.url, clara, data?.challengeId)
  await untilState(await begin(), 'COMPLETE')
  expect((await look(id)).state).toBe('CANCELLED')
  expect((await received()) - before).toBe(1n)
})

test('a replaced transaction shows one hash, then another, and the call happens once', async () => {
  const before = await received()
  await faults.set({ nextTransactions: [{ replaced: true, pauseAt: 'SENT' }] })
  const id = await begin()
  const { txHash } = await untilState(id, 'SENT')
  await faults.resume()
  const done = await untilState(id, 'COMPLETE')
  expect(done.txHash).not.toBe(txHash)
  await expect(receiptOf(txHash)).rejects.toThrow('could not be found')
  expect((await receiptOf(done.txHash)).status).toBe('success')
  expect((await received()) - before).toBe(1n)
})

test('an inner failure is a failed transaction with a hash, inside a successful outer one', async () => {
  const before = await received()
  await faults.set({ nextTransactions: [{ innerFailure: true }] })
  const failed = await untilState(await begin(), 'FAILED')
  expect(failed.errorReason).toBe('FAILED_ON_CHAIN')
  const { status, logs } = await receiptOf(failed.txHash)
  const [event] = parseEventLogs({ abi: entryPoint07Abi, logs, eventName: 'UserOperationEvent' })
  expect([status, event?.args.success]).toEqual(['success', false])
  expect(await received()).toBe(before)
})

test('a transaction that is called failed after its broadcast has nevertheless succeeded on chain', async () => {
  const before = await received()
  await faults.set({ nextTransactions: [{ failAfterBroadcast: true }] })
  const failed = await untilState(await begin(), 'FAILED')
  expect(failed.errorReason).toBe('INTERNAL_ERROR')
  const { logs } = await receiptOf(failed.txHash)
  const [event] = parseEventLogs({ abi: entryPoint07Abi, logs, eventName: 'UserOperationEvent' })
  expect(event?.args.success).toBe(true)
  expect((await received()) - before).toBe(1n)
})

test('an unknown state is shown for the first looks, by id and in lists, and then the transaction goes on', async () => {
  await faults.set({ nextTransactions: [{ unknownState: 'SCREENING', looks: 2 }] })
  const id = await begin()
  const { userToken } = clara
  const { data } = await stack.client.listTransactions({ userToken, pageSize: 1 })
  expect(data?.transactions?.[0]).toMatchObject({ id, state: 'SCREENING' })
  expect((await look(id)).state).toBe('SCREENING')
  await untilState(id, 'COMPLETE')
})

test.each(['INITIATED', 'QUEUED', 'SENT'] as const)(
  'a pause at %s lasts until the faults are replaced, while other wallets go on',
  async (pauseAt) => {
    await faults.set({ nextTransactions: [{ pauseAt }] })
    const id = await begin()
    await untilState(await begin(wanda), 'COMPLETE', wanda)
    expect((await look(id)).state).toBe(pauseAt)
    await faults.set({})
    await untilState(id, 'COMPLETE')
  },
)

test('an approved challenge has no transaction id before its lag is over', async () => {
  await faults.set({ correlationLagMs: 1_000 })
  const challengeId = await challengeTransfer(stack, clara, 1n)
  await approve(stack.url, clara, challengeId)
  const { userToken } = clara
  const { data } = await stack.client.getUserChallenge({ userToken, challengeId })
  expect(data?.challenge).toMatchObject({ status: 'IN_PROGRESS', correlationIds: [] })
  expect(await finishedTransaction(stack.client, userToken, challengeId)).toMatchObject({ state: 'COMPLETE' })
})

import { getAddress, parseEventLogs } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenAbi } from './chain/abis.ts'
import { encodeCall } from './chain/encode-call.ts'
import { requireHex } from './chain/hex.ts'
import {
  approve,
  challengeTransfer,
  feeLevel,
  finishedTransaction,
  logIn,
  logInWithWallet,
  type PersonWithWallet,
  send,
  startTestStack,
  type TestStack,
} from './test-stack.ts'

let stack: TestStack
let clara: PersonWithWallet

beforeAll(async () => {
  stack = await startTestStack()
  clara = await logInWithWallet(stack, 'clara')
})
afterAll(async () => await stack.stop())

const balanceOf = async (account: `0x${string}`) =>
  await stack.reader.readContract({
    address: stack.test.chain.addresses.token,
    abi: tokenAbi,
    functionName: 'balanceOf',
    args: [account],
  })

const execute = async (person: PersonWithWallet, call: { contractAddress: string; callData: `0x${string}` }) => {
  const { userToken, walletId } = person
  const request = { ...call, userToken, walletId, fee: feeLevel }
  const { data } = await stack.client.createUserTransactionContractExecutionChallenge(request)
  await approve(stack.url, person, data?.challengeId)
  return await finishedTransaction(stack.client, userToken, data?.challengeId ?? '')
}

describe('contract execution', () => {
  test('the contract is called by the wallet, through a user operation that the bundler carries', async () => {
    const { token, escrow } = stack.test.chain.addresses
    expect(await stack.reader.getCode({ address: clara.address })).toBeUndefined()
    const { data } = await stack.client.createUserTransactionContractExecutionChallenge({
      userToken: clara.userToken,
      walletId: clara.walletId,
      fee: feeLevel,
      refId: 'first',
      contractAddress: token,
      abiFunctionSignature: 'approve(address,uint256)',
      abiParameters: [escrow, '7000000'],
    })
    expect(await approve(stack.url, clara, data?.challengeId)).toEqual({
      type: 'CONTRACT_EXECUTION',
      status: 'IN_PROGRESS',
    })
    const transaction = await finishedTransaction(stack.client, clara.userToken, data?.challengeId ?? '')

    expect(transaction).toMatchObject({ state: 'COMPLETE', refId: 'first', operation: 'CONTRACT_EXECUTION' })
    const hash = requireHex(transaction.txHash ?? '')
    const receipt = await stack.reader.getTransactionReceipt({ hash })
    expect(getAddress(receipt.to ?? '')).toBe(entryPoint07Address)
    expect(getAddress(receipt.from)).toBe(privateKeyToAddress(stack.test.chain.keys.bundler))
    const [event] = parseEventLogs({ abi: entryPoint07Abi, logs: receipt.logs, eventName: 'UserOperationEvent' })
    expect(event?.args).toMatchObject({ sender: clara.address, success: true })
    expect(transaction).toMatchObject({ userOpHash: event?.args.userOpHash, blockHeight: Number(receipt.blockNumber) })
    expect(await stack.reader.getCode({ address: clara.address })).toBeDefined()
    const allowance = await stack.reader.readContract({
      address: token,
      functionName: 'allowance',
      args: [clara.address, escrow],
      abi: [
        {
          type: 'function',
          name: 'allowance',
          stateMutability: 'view',
          outputs: [{ type: 'uint256' }],
          inputs: [{ type: 'address' }, { type: 'address' }],
        },
      ],
    })
    expect(allowance).toBe(7_000_000n)
  })

  test('an inner failure is a failed transaction although its outer receipt is a success', async () => {
    const oscar = await logInWithWallet(stack, 'oscar')
    const all = await balanceOf(oscar.address)
    const [first, second] = [await challengeTransfer(stack, oscar, all), await challengeTransfer(stack, oscar, all)]
    await approve(stack.url, oscar, first)
    await approve(stack.url, oscar, second)
    expect(await finishedTransaction(stack.client, oscar.userToken, first)).toMatchObject({ state: 'COMPLETE' })
    const failed = await finishedTransaction(stack.client, oscar.userToken, second)

    expect(failed).toMatchObject({ state: 'FAILED', errorReason: 'FAILED_ON_CHAIN' })
    const receipt = await stack.reader.getTransactionReceipt({ hash: requireHex(failed.txHash ?? '') })
    expect(receipt.status).toBe('success')
    const [event] = parseEventLogs({ abi: entryPoint07Abi, logs: receipt.logs, eventName: 'UserOperationEvent' })
    expect(event?.args.success).toBe(false)
  })

  test('a call that would revert now is refused with 155208 and makes no challenge', async () => {
    await expect(challengeTransfer(stack, clara, 10n ** 18n)).rejects.toMatchObject({ code: 155208, status: 400 })
    const { userToken } = clara
    const pending = await send(stack.url, 'GET', '/v1/w3s/user/challenges?status=PENDING', { userToken })
    expect(pending.body.data).toEqual({ challenges: [] })
  })

  test('a batch to the wallet itself runs all its calls, also as the wallet’s very first operation', async () => {
    const bea = await logInWithWallet(stack, 'bea')
    const { token, escrow } = stack.test.chain.addresses
    const before = await balanceOf(escrow)
    const pay = encodeCall('transfer(address,uint256)', [escrow, '250000'])
    const callData = encodeCall('executeBatch((address,uint256,bytes)[])', [
      [
        [token, '0', pay],
        [token, '0', pay],
      ],
    ])
    const transaction = await execute(bea, { contractAddress: bea.address, callData: callData ?? '0x' })

    expect(transaction.state).toBe('COMPLETE')
    expect((await balanceOf(escrow)) - before).toBe(500_000n)
  })

  test('challenges of one wallet that are approved together land one after the other', async () => {
    const ids = [1n, 2n, 3n].map(async (units) => await challengeTransfer(stack, clara, units))
    const challenges = await Promise.all(ids)
    await Promise.all(challenges.map((id) => approve(stack.url, clara, id)))
    const finished = await Promise.all(challenges.map((id) => finishedTransaction(stack.client, clara.userToken, id)))

    expect(finished.map(({ state }) => state)).toEqual(['COMPLETE', 'COMPLETE', 'COMPLETE'])
    expect(new Set(finished.map(({ txHash }) => txHash)).size).toBe(3)
  })

  test.each([
    [155247, { callData: '0x00', abiFunctionSignature: 'a()', abiParameters: [] }],
    [155230, {}],
    [155209, { abiFunctionSignature: 'approve(address,uint256)', abiParameters: ['0x12', 'many'] }],
    [155244, { callData: '0x00', blockchain: 'ARC-TESTNET' }],
    [155232, { callData: '0x00', feeLevel: undefined }],
    [155234, { callData: '0x00', gasLimit: '1' }],
    [155245, { callData: '0x00', amount: '-1' }],
    [2, { callData: '0x00', contractAddress: 'somewhere' }],
    [2, { callData: '0x00', idempotencyKey: undefined }],
    [2, { callData: '0x00', idempotencyKey: '018f3b7c-0000-7000-8000-000000000000' }],
  ])('refuses a contradictory request with %i', async (code, change) => {
    const { userToken, walletId } = clara
    const contractAddress = stack.test.chain.addresses.token
    const body = { idempotencyKey: crypto.randomUUID(), walletId, contractAddress, feeLevel: 'LOW', ...change }
    const answer = await send(stack.url, 'POST', '/v1/w3s/user/transactions/contractExecution', { userToken, body })
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  test('estimates the fee at three speeds without making a challenge', async () => {
    const { userToken, walletId } = clara
    const { token: contractAddress, escrow } = stack.test.chain.addresses
    const call = { abiFunctionSignature: 'transfer(address,uint256)', abiParameters: [escrow, '1'] }
    const { data } = await stack.client.estimateContractExecutionFee({
      userToken,
      contractAddress,
      source: { walletId },
      ...call,
    })
    expect(Number(data?.low?.networkFee)).toBeLessThan(Number(data?.high?.networkFee))
  })
})

describe('transfer', () => {
  test('moves money by token id or address and shows amount and destination', async () => {
    const { data } = await stack.client.getWalletTokenBalance({ userToken: clara.userToken, walletId: clara.walletId })
    const erc20 = data?.tokenBalances?.find(({ token }) => !token.isNative)
    const destinationAddress = privateKeyToAddress(stack.test.chain.keys.guardian)
    const before = await balanceOf(destinationAddress)
    const created = await stack.client.createTransaction({
      userToken: clara.userToken,
      walletId: clara.walletId,
      tokenId: erc20?.token.id ?? '',
      destinationAddress,
      amounts: ['1.5'],
      fee: feeLevel,
    })
    await approve(stack.url, clara, created.data?.challengeId)
    const transaction = await finishedTransaction(stack.client, clara.userToken, created.data?.challengeId ?? '')

    expect(transaction).toMatchObject({ state: 'COMPLETE', operation: 'TRANSFER', amounts: ['1.5'] })
    expect(transaction.destinationAddress).toBe(destinationAddress.toLowerCase())
    expect((await balanceOf(destinationAddress)) - before).toBe(1_500_000n)
  })

  test.each([
    [155201, { amounts: ['1000000'] }],
    [155221, { amounts: ['0.0000001'] }],
    [155219, { destinationAddress: '0x12' }],
    [156002, { tokenId: crypto.randomUUID() }],
    [155239, { tokenId: undefined, tokenAddress: entryPoint07Address, blockchain: 'ARC-TESTNET' }],
  ])('refuses with %i what cannot be sent', async (code, change) => {
    const { data } = await stack.client.getWalletTokenBalance({ userToken: clara.userToken, walletId: clara.walletId })
    const body = {
      idempotencyKey: crypto.randomUUID(),
      walletId: clara.walletId,
      tokenId: data?.tokenBalances?.[1]?.token.id,
      destinationAddress: entryPoint07Address,
      amounts: ['1'],
      feeLevel: 'LOW',
      ...change,
    }
    const { userToken } = clara
    const answer = await send(stack.url, 'POST', '/v1/w3s/user/transactions/transfer', { userToken, body })
    expect(answer.body.code).toBe(code)
  })
})

describe('reading transactions', () => {
  test('lists with the documented filters, newest first, and ignores unknown ones', async () => {
    const { userToken, walletId } = clara
    const list = async (query: Record<string, string>) => {
      const answer = await send(stack.url, 'GET', `/v1/w3s/transactions?${new URLSearchParams(query)}`, { userToken })
      const { transactions }: { transactions: { createDate: string; txHash: string }[] } = Object(answer.body.data)
      return transactions
    }
    const executions = await list({ walletIds: walletId, operation: 'CONTRACT_EXECUTION', txType: 'OUTBOUND' })
    const dates = executions.map(({ createDate }) => createDate)
    expect(dates.length).toBeGreaterThan(3)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(await list({ txHash: executions[0]?.txHash ?? '' })).toHaveLength(1)
    expect(await list({ refId: 'no such filter', operation: 'CONTRACT_EXECUTION' })).toHaveLength(executions.length)
    expect(await list({ state: 'FAILED' })).toEqual([])
    expect(await list({ txType: 'INBOUND' })).toEqual([])
    expect(await list({ walletIds: crypto.randomUUID() })).toEqual([])
  })

  test('pages by cursor in both directions', async () => {
    const { userToken } = clara
    const first = await stack.client.listTransactions({ userToken, pageSize: 2 })
    const [one, two] = first.data?.transactions ?? []
    expect(first.headers.link).toContain(`pageAfter=${two?.id}`)
    const next = await stack.client.listTransactions({ userToken, pageSize: 2, pageAfter: two?.id ?? '' })
    const back = await stack.client.listTransactions({
      userToken,
      pageSize: 2,
      pageBefore: next.data?.transactions?.[0]?.id ?? '',
    })
    expect(back.data?.transactions?.map(({ id }) => id)).toEqual([one?.id, two?.id])
    const unknown = stack.client.listTransactions({ userToken, pageAfter: crypto.randomUUID() })
    await expect(unknown).rejects.toMatchObject({ code: 156012, status: 404 })
    const malformed = stack.client.listTransactions({ userToken, pageAfter: 'one' })
    await expect(malformed).rejects.toMatchObject({ code: 156014, status: 400 })
  })

  test('another user’s challenge, wallet and transaction are as unknown as missing ones', async () => {
    const { userToken } = await logIn(stack, 'wanda')
    const challengeId = await challengeTransfer(stack, clara, 1n)
    const mine = await stack.client.listTransactions({ userToken: clara.userToken, pageSize: 1 })
    const id = mine.data?.transactions?.[0]?.id ?? ''
    const { client } = stack
    await expect(client.getUserChallenge({ userToken, challengeId })).rejects.toMatchObject({ code: 155116 })
    await expect(client.getWallet({ userToken, id: clara.walletId })).rejects.toMatchObject({ code: 156001 })
    await expect(client.getTransaction({ userToken, id })).rejects.toMatchObject({ code: 156003 })
    const foreign = challengeTransfer(stack, { ...clara, userToken }, 1n)
    await expect(foreign).rejects.toMatchObject({ code: 156001, status: 404 })
    expect((await client.listTransactions({ userToken })).data?.transactions).toEqual([])
  })
})

import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  generateEntitySecretCiphertext,
  initiateDeveloperControlledWalletsClient,
  registerEntitySecretCiphertext,
} from '@circle-fin/developer-controlled-wallets'
import { encodeFunctionData, erc20Abi, getAddress, parseEventLogs } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startWalletProvider, type WalletProvider } from './start-wallet-provider.ts'
import { apiKey, connectClient, logIn, optionsFor, send, startTestStack, type TestStack } from './test-stack.ts'

const entitySecret = randomBytes(32).toString('hex')
const blockchain = 'ARC-TESTNET' as const
const fee = { type: 'level', config: { feeLevel: 'MEDIUM' } } as const
const finished = 'COMPLETE'

type Client = ReturnType<typeof initiateDeveloperControlledWalletsClient>
type DeveloperWallet = { id: string; address: `0x${string}` }

let stack: TestStack
let client: Client
let walletSetId: string
let wallet: DeveloperWallet

beforeAll(async () => {
  stack = await startTestStack()
  client = connect(stack.url)
})
afterAll(async () => {
  await stack.provider.stop()
  await stack.test.stop()
})

function connect(baseUrl: string, secret = entitySecret): Client {
  return initiateDeveloperControlledWalletsClient({ apiKey, entitySecret: secret, baseUrl })
}

function ciphertext(secret = entitySecret): Promise<string> {
  return generateEntitySecretCiphertext({ apiKey, entitySecret: secret, baseUrl: stack.url })
}

/** A write as it goes over the wire, with a fresh ciphertext unless one is given. */
async function write(path: string, body: object) {
  const signed = { idempotencyKey: randomUUID(), entitySecretCiphertext: await ciphertext(), ...body }
  return await send(stack.url, 'POST', `/v1/w3s/developer${path}`, { body: signed })
}

async function makeWallet(refId: string, from = client): Promise<DeveloperWallet> {
  const { data } = await from.createWallets({
    walletSetId,
    blockchains: [blockchain],
    count: 1,
    accountType: 'SCA',
    metadata: [{ name: 'Operations', refId }],
  })
  const made = data?.wallets[0]
  if (!made) throw new Error('no wallet was made')
  return { id: made.id, address: getAddress(made.address) }
}

async function completed(id: string | undefined) {
  const signal = AbortSignal.timeout(20_000)
  const request = { id: id ?? '', waitForState: finished, pollingInterval: 20, signal } as const
  return (await client.getTransaction(request)).data?.transaction
}

function transferRequest(amount: string, idempotencyKey: string = randomUUID()) {
  const { token, escrow } = stack.test.chain.addresses
  return {
    walletId: wallet.id,
    destinationAddress: escrow,
    amount: [amount],
    fee,
    tokenAddress: token,
    idempotencyKey,
    refId: 'payout',
  }
}

async function escrowBalance(): Promise<bigint> {
  const { token, escrow } = stack.test.chain.addresses
  return await stack.reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [escrow] })
}

describe('the entity secret', () => {
  test('must be registered before anything is made: 156016', async () => {
    await expect(client.createWalletSet({ name: 'Too early' })).rejects.toMatchObject({ code: 156016, status: 403 })
  })

  test('is registered once; the second time is 156015', async () => {
    const malformed = { body: { entitySecretCiphertext: 'AAAA' } }
    const path = '/v1/w3s/config/entity/entitySecret'
    expect(await send(stack.url, 'POST', path, malformed)).toMatchObject({ status: 400, body: { code: 156013 } })

    const recoveryFileDownloadPath = stack.test.dataDir
    const registration = { apiKey, entitySecret, baseUrl: stack.url, recoveryFileDownloadPath }
    expect((await registerEntitySecretCiphertext(registration)).data?.recoveryFile).toBeTruthy()
    await expect(registerEntitySecretCiphertext(registration)).rejects.toMatchObject({ code: 156015, status: 409 })
  })

  test('is refused when it is another one (156013) or its ciphertext was used before (156004)', async () => {
    const other = connect(stack.url, randomBytes(32).toString('hex'))
    await expect(other.createWalletSet({ name: 'Wrong' })).rejects.toMatchObject({ code: 156013, status: 400 })

    const used = { name: 'Once', entitySecretCiphertext: await ciphertext() }
    expect(used.entitySecretCiphertext).toHaveLength(684)
    expect((await write('/walletSets', used)).status).toBe(201)
    expect(await write('/walletSets', used)).toMatchObject({ status: 400, body: { code: 156004 } })
    expect((await client.listWalletSets()).data?.walletSets).toMatchObject([{ name: 'Once' }])
  })
})

describe('wallet sets and wallets', () => {
  test('a wallet set is found by its id and in the list', async () => {
    const { data } = await client.createWalletSet({ name: 'Agents' })
    expect(data?.walletSet).toMatchObject({ name: 'Agents', custodyType: 'DEVELOPER' })
    walletSetId = data?.walletSet.id ?? ''
    expect((await client.getWalletSet({ id: walletSetId })).data?.walletSet).toEqual(data?.walletSet)
    const page = await client.listWalletSets({ pageSize: 1 })
    expect(page.data?.walletSets).toEqual([data?.walletSet])
    const strange = client.getWalletSet({ id: randomUUID() })
    await expect(strange).rejects.toMatchObject({ code: 156005, status: 404 })
  })

  test('a smart account is made with its future address and found by reference, set and address', async () => {
    wallet = await makeWallet('agent-1')
    expect(await stack.reader.getCode({ address: wallet.address })).toBeUndefined()
    const { data } = await client.getWallet({ id: wallet.id })
    expect(data?.wallet).toMatchObject({
      address: wallet.address.toLowerCase(),
      accountType: 'SCA',
      custodyType: 'DEVELOPER',
      walletSetId,
      name: 'Operations',
      refId: 'agent-1',
      blockchain,
      addressIndex: 0,
    })
    expect(data?.wallet).not.toHaveProperty('userId')

    const second = await makeWallet('agent-2')
    for (const search of [{ refId: 'agent-1' }, { address: wallet.address }]) {
      expect((await client.listWallets(search)).data?.wallets).toEqual([data?.wallet])
    }
    const ids = async (request: object) => (await client.listWallets(request)).data?.wallets.map(({ id }) => id)
    expect(await ids({ walletSetId })).toEqual([second.id, wallet.id])
    expect(await ids({ pageSize: 1, pageAfter: second.id })).toEqual([wallet.id])
    expect(await ids({ walletSetId: randomUUID() })).toEqual([])
  })

  test('several come in one answer with their own names; plain accounts unless asked otherwise', async () => {
    const metadata = [{ name: 'One' }, { name: 'Two' }]
    const request = { walletSetId, blockchains: [blockchain] as [typeof blockchain], count: 2, metadata }
    const { data } = await client.createWallets(request)
    expect(data?.wallets).toMatchObject([
      { name: 'One', accountType: 'EOA' },
      { name: 'Two', accountType: 'EOA' },
    ])
    const acting = client.createTransaction({ ...transferRequest('1'), walletId: data?.wallets[0]?.id ?? '' })
    await expect(acting).rejects.toMatchObject({ code: 155215 })
  })

  test.each([
    [156005, 404, { walletSetId: randomUUID() }],
    [155511, 400, { blockchains: ['MATIC-AMOY'] }],
    [155503, 400, { count: 2, metadata: [{}] }],
    [2, 400, { count: 0 }],
  ])('are refused with %i when the request does not fit', async (code, status, change) => {
    const body = { walletSetId, blockchains: [blockchain], accountType: 'SCA', ...change }
    expect(await write('/wallets', body)).toMatchObject({ status, body: { code } })
  })

  test("a person's token shows the person's wallets only, and the developer's key no person's", async () => {
    const { userToken } = await logIn(stack, 'clara')
    const people = connectClient(stack.url)
    expect((await people.listWallets({ userToken })).data?.wallets).toEqual([])
    await expect(people.getWallet({ userToken, id: wallet.id })).rejects.toMatchObject({ code: 156001 })
    expect((await client.listWallets({})).data?.wallets).toHaveLength(4)
    expect(await send(stack.url, 'GET', '/v1/w3s/wallets', { headers: { 'x-user-token': '' } })).toMatchObject({
      body: { code: 155103 },
    })
  })
})

describe('transactions', () => {
  test('without money a transfer is refused at once: 155201', async () => {
    await expect(client.createTransaction(transferRequest('1'))).rejects.toMatchObject({ code: 155201 })
  })

  test('a transfer is confirmed on the chain with the token’s own Transfer event', async () => {
    await client.requestTestnetTokens({ address: wallet.address, blockchain, usdc: true })
    const balances = async () => (await client.getWalletTokenBalance({ id: wallet.id })).data?.tokenBalances
    expect(await balances()).toMatchObject([{ amount: '20' }, { amount: '20' }])

    const { data } = await client.createTransaction(transferRequest('1.5'))
    expect(data?.state).toBe('INITIATED')
    const transaction = await completed(data?.id)
    expect(transaction).toMatchObject({
      state: finished,
      custodyType: 'DEVELOPER',
      operation: 'TRANSFER',
      amounts: ['1.5'],
      refId: 'payout',
      walletId: wallet.id,
      sourceAddress: wallet.address.toLowerCase(),
    })
    expect(transaction).not.toHaveProperty('userId')
    const receipt = await stack.reader.getTransactionReceipt({ hash: transaction?.txHash as `0x${string}` })
    const { token, escrow } = stack.test.chain.addresses
    const [log] = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: receipt.logs })
    expect(log).toMatchObject({ address: token.toLowerCase(), args: { from: wallet.address, value: 1_500_000n } })
    expect(log?.args.to).toBe(getAddress(escrow))
    expect(await balances()).toMatchObject([{ amount: '18.5' }, { amount: '18.5' }])
  })

  test('the token can be named by its id, and the wallet by its address', async () => {
    const [, erc20] = (await client.getWalletTokenBalance({ id: wallet.id })).data?.tokenBalances ?? []
    const before = await escrowBalance()
    const { tokenAddress, walletId, ...common } = transferRequest('0.25')
    const byTokenId = { ...common, walletId, tokenId: erc20?.token.id ?? '' }
    const { idempotencyKey: _, ...byAddress } = { ...common, walletAddress: wallet.address, blockchain, tokenAddress }
    const answers = [await client.createTransaction(byTokenId), await client.createTransaction(byAddress)]
    for (const { data } of answers) await completed(data?.id)
    expect(await escrowBalance()).toBe(before + 500_000n)
  })

  test('a contract is called by signature and parameters, or by call data', async () => {
    const { token, escrow } = stack.test.chain.addresses
    const spender = {
      address: token,
      abi: erc20Abi,
      functionName: 'allowance' as const,
      args: [wallet.address, escrow] as const,
    }
    const call = { walletId: wallet.id, contractAddress: token, fee }
    const abiFunctionSignature = 'approve(address,uint256)'
    const bySignature = { ...call, abiFunctionSignature, abiParameters: [escrow, '7'] }
    const one = await client.createContractExecutionTransaction(bySignature)
    expect(await completed(one.data?.id)).toMatchObject({ abiFunctionSignature, contractAddress: token.toLowerCase() })
    expect(await stack.reader.readContract(spender)).toBe(7n)

    const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [escrow, 9n] })
    const two = await client.createContractExecutionTransaction({ ...call, callData })
    await completed(two.data?.id)
    expect(await stack.reader.readContract(spender)).toBe(9n)
  })

  test('are listed with the newest first, and hidden from people', async () => {
    const { data } = await client.listTransactions({ walletIds: [wallet.id] })
    expect(data?.transactions?.map(({ operation }) => operation)).toEqual([
      'CONTRACT_EXECUTION',
      'CONTRACT_EXECUTION',
      'TRANSFER',
      'TRANSFER',
      'TRANSFER',
    ])
    const { userToken } = await logIn(stack, 'clara')
    const id = data?.transactions?.[0]?.id ?? ''
    const asPerson = connectClient(stack.url).getTransaction({ userToken, id })
    await expect(asPerson).rejects.toMatchObject({ code: 156003, status: 404 })
    const path = '/v1/w3s/transactions?custodyType=ENDUSER'
    expect((await send(stack.url, 'GET', path)).body.data).toEqual({ transactions: [] })
  })

  test('one that is complete can be neither cancelled nor accelerated: 155229', async () => {
    const id = (await client.listTransactions({})).data?.transactions?.[0]?.id ?? ''
    await expect(client.cancelTransaction({ id })).rejects.toMatchObject({ code: 155229 })
    await expect(client.accelerateTransaction({ id })).rejects.toMatchObject({ code: 155229 })
    await expect(client.cancelTransaction({ id: randomUUID() })).rejects.toMatchObject({ code: 156003 })
  })
})

test('a transaction is announced state by state, and belongs to no user', async () => {
  const events: { state: string; custodyType: string; userId?: string; id: string }[] = []
  const receiver = createServer(async (request, response) => {
    if (request.method === 'POST') events.push(JSON.parse(await text(request)).notification)
    response.end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  try {
    const address = receiver.address()
    const endpoint = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : ''
    await client.createSubscription({ endpoint })
    const { data } = await client.createTransaction(transferRequest('0.1'))
    await completed(data?.id)
    const seen = () => events.filter(({ id }) => id === data?.id)
    await vi.waitFor(() => expect(seen()).toHaveLength(4), { timeout: 45_000 })
    const states = ['QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE']
    expect(
      seen()
        .map(({ state }) => state)
        .sort(),
    ).toEqual(states.toSorted())
    for (const event of seen()) {
      expect(event.custodyType).toBe('DEVELOPER')
      expect(event).not.toHaveProperty('userId')
    }
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
})

describe('idempotency', () => {
  test('the same key and request give the same transaction, though each carries its own ciphertext', async () => {
    const request = transferRequest('0.1')
    const [one, two] = [await client.createTransaction(request), await client.createTransaction(request)]
    expect([one.status, two.status]).toEqual([201, 200])
    expect(two.data).toEqual(one.data)
    await completed(one.data?.id)
  })

  test('the same key with another request is 156020', async () => {
    const request = transferRequest('0.1')
    const { data } = await client.createTransaction(request)
    const other = client.createTransaction({ ...request, amount: ['0.2'] })
    await expect(other).rejects.toMatchObject({ code: 156020, status: 403 })
    await completed(data?.id)
  })

  test('a lost answer is found again with the same key, and money moves once', async () => {
    const before = await escrowBalance()
    await setFaults({ dropAnswers: { path: '/v1/w3s/developer/transactions', count: 1 } })
    const request = transferRequest('0.3')
    await expect(client.createTransaction(request)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(await readFaults()).toEqual({})
    const { data, status } = await client.createTransaction(request)
    expect(status).toBe(200)
    await completed(data?.id)
    expect(await escrowBalance()).toBe(before + 300_000n)
  })

  test('a request that failed was not carried out and can be sent again', async () => {
    await setFaults({ failNext: { path: '/v1/w3s/developer', count: 2, status: 503 } })
    const request = transferRequest('0.3')
    await expect(client.createTransaction(request)).rejects.toMatchObject({ status: 503 })
    expect(await readFaults()).toEqual({ failNext: { path: '/v1/w3s/developer', count: 1, status: 503 } })
    await expect(client.createTransaction(request)).rejects.toMatchObject({ status: 503 })
    const { data, status } = await client.createTransaction(request)
    expect(status).toBe(201)
    await completed(data?.id)
  })

  test('a fault that makes no sense is refused', async () => {
    const answer = await send(stack.url, 'PUT', '/sandbox/faults', { body: { failNext: { path: '/', count: 0 } } })
    expect(answer.status).toBe(400)
  })
})

describe('a restart', () => {
  let second: WalletProvider | undefined

  test('keeps the secret, the used ciphertexts, the wallets and the idempotency keys', async () => {
    const request = transferRequest('0.1')
    const { data } = await client.createTransaction(request)
    await completed(data?.id)
    const spent = { name: 'Spent', entitySecretCiphertext: await ciphertext() }
    await write('/walletSets', spent)
    await stack.provider.stop()

    second = await startWalletProvider({ ...optionsFor(stack.test), entitySecret })
    stack = { ...stack, provider: second, url: second.url }
    client = connect(second.url)
    expect((await client.createTransaction(request)).data).toEqual(data)
    expect((await client.getWallet({ id: wallet.id })).data?.wallet?.refId).toBe('agent-1')
    expect(await write('/walletSets', spent)).toMatchObject({ body: { code: 156004 } })
  })

  test('with another secret is refused', async () => {
    const { test } = stack
    await stack.provider.stop()
    const start = startWalletProvider({ ...optionsFor(test), entitySecret: '00'.repeat(32) })
    await expect(start).rejects.toThrow('another entity secret is registered')
    stack = { ...stack, provider: await startWalletProvider(optionsFor(test)) }
  })
})

async function setFaults(body: object): Promise<void> {
  expect((await send(stack.url, 'PUT', '/sandbox/faults', { body })).status).toBe(200)
}

async function readFaults(): Promise<unknown> {
  return (await send(stack.url, 'GET', '/sandbox/faults')).body
}

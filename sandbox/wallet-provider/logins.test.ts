import { Blockchain } from '@circle-fin/user-controlled-wallets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  apiKey,
  approve,
  ask,
  challengeTransfer,
  credentialsOf,
  logIn,
  logInWithWallet,
  send,
  startTestStack,
  type TestStack,
} from './test-stack.ts'

let stack: TestStack
let ahead = 0

const minutes = 60_000

beforeAll(async () => {
  stack = await startTestStack({ correlationLag: 5 * minutes }, () => new Date(Date.now() + ahead))
})
afterAll(async () => await stack.stop())

/** Does something as if so much time had passed. */
async function asIfAfter<Result>(milliseconds: number, act: () => Promise<Result>): Promise<Result> {
  ahead = milliseconds
  try {
    return await act()
  } finally {
    ahead = 0
  }
}

const blockchains = [Blockchain.ArcTestnet]

describe('API key', () => {
  test.each([
    [{ authorization: '' }, 401, 401],
    [{ authorization: 'Bearer nonsense' }, 401, 401],
    [{ authorization: `${apiKey}` }, 401, 401],
    [{ authorization: 'Bearer TEST_API_KEY:sandbox:other' }, 401, 156007],
    [{ authorization: 'Bearer LIVE_API_KEY:sandbox:secret' }, 400, 156006],
  ])('%o is refused with %i and code %i', async (headers, status, code) => {
    const answer = await send(stack.url, 'GET', '/v1/w3s/user', { headers })
    expect(answer).toMatchObject({ status, body: { code } })
  })

  test('every answer carries the request’s own id, or a new one', async () => {
    const id = crypto.randomUUID()
    const own = await send(stack.url, 'GET', '/v1/w3s/user', { headers: { 'x-request-id': id } })
    expect(own.headers.get('x-request-id')).toBe(id)
    const other = await send(stack.url, 'GET', '/ping', { headers: { 'x-request-id': 'mine' } })
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(other.body).toEqual({ message: 'pong' })
  })
})

describe('user token', () => {
  test('names the person’s one user, whichever device signed in', async () => {
    const [first, second] = [await logIn(stack, 'clara'), await logIn(stack, 'clara')]
    const other = await logIn(stack, 'oscar')
    const idOf = async (userToken: string) => (await stack.client.getUserStatus({ userToken })).data?.id
    expect(await idOf(second.userToken)).toBe(await idOf(first.userToken))
    expect(await idOf(other.userToken)).not.toBe(await idOf(first.userToken))
  })

  test('is refused as unknown, malformed or expired', async () => {
    const { userToken } = await logIn(stack, 'clara')
    const unknown = `e30.e30.${'a'.repeat(43)}`
    const { client } = stack
    await expect(client.getUserStatus({ userToken: unknown })).rejects.toMatchObject({ code: 155103, status: 401 })
    await expect(client.getUserStatus({ userToken: 'x' })).rejects.toMatchObject({ code: 155105, status: 403 })
    const late = asIfAfter(61 * minutes, async () => await client.getUserStatus({ userToken }))
    await expect(late).rejects.toMatchObject({ code: 155104, status: 403 })
    expect(await send(stack.url, 'GET', '/v1/w3s/user')).toMatchObject({ status: 401, body: { code: 155103 } })
  })

  test('a refresh rotates all three secrets; the used refresh token and other devices are refused', async () => {
    const person = await logIn(stack, 'clara')
    const { userToken, refreshToken } = person
    const refresh = async (change: object = {}) =>
      await stack.client.refreshUserToken({ userToken, refreshToken, deviceId: 'device-clara', ...change })
    await expect(refresh({ deviceId: 'stolen' })).rejects.toMatchObject({ code: 155137 })
    const idempotencyKey = crypto.randomUUID()
    const fresh = await refresh({ idempotencyKey })
    const user = await stack.client.getUserStatus({ userToken: fresh.data?.userToken ?? '' })

    expect(fresh.data).toMatchObject({ userID: user.data?.id })
    expect(fresh.data?.userToken).not.toBe(userToken)
    expect(fresh.data?.encryptionKey).not.toBe(person.encryptionKey)
    await expect(refresh()).rejects.toMatchObject({ code: 155105 })
    expect((await refresh({ idempotencyKey })).data).toEqual(fresh.data)
  })

  test('a device token is good for its own key and ten minutes', async () => {
    const { data } = await stack.client.createDeviceTokenForSocialLogin({ deviceId: 'phone' })
    const device = { deviceToken: data?.deviceToken, deviceEncryptionKey: data?.deviceEncryptionKey }
    const login = async (change: object) =>
      await ask(stack.url, '/sandbox/login', { persona: 'clara', ...device, ...change })
    await expect(login({ deviceEncryptionKey: 'other' })).rejects.toMatchObject({ code: 155144 })
    await expect(login({ deviceToken: 'other' })).rejects.toMatchObject({ code: 155145 })
    await expect(login({ persona: 'mallory' })).rejects.toMatchObject({ code: 155140 })
    await expect(asIfAfter(11 * minutes, async () => await login({}))).rejects.toMatchObject({ code: 155143 })
    expect(await login({})).toHaveProperty('userToken')
  })
})

describe('wallet creation', () => {
  test('makes one wallet at its future address; a second initialisation is 155106', async () => {
    const person = await logIn(stack, 'bea')
    const { userToken } = person
    const metadata = [{ name: 'Main', refId: 'mine' }]
    const request = { userToken, accountType: 'SCA', blockchains, metadata } as const
    const [one, two] = [
      await stack.client.createUserPinWithWallets(request),
      await stack.client.createUserPinWithWallets(request),
    ]
    expect((await stack.client.listWallets({ userToken })).data?.wallets).toEqual([])

    expect(await approve(stack.url, person, one.data?.challengeId)).toEqual({ type: 'INITIALIZE', status: 'COMPLETE' })
    expect(await approve(stack.url, person, two.data?.challengeId)).toEqual({ type: 'INITIALIZE', status: 'FAILED' })
    const { data } = await stack.client.listWallets({ userToken })
    expect(data?.wallets).toMatchObject([
      {
        accountType: 'SCA',
        scaCore: 'circle_6900_singleowner_v4',
        custodyType: 'ENDUSER',
        name: 'Main',
        refId: 'mine',
      },
    ])
    const challenge = await stack.client.getUserChallenge({ userToken, challengeId: one.data?.challengeId ?? '' })
    expect(challenge.data?.challenge).toMatchObject({ status: 'COMPLETE', correlationIds: [data?.wallets[0]?.id] })
    await expect(stack.client.createUserPinWithWallets(request)).rejects.toMatchObject({ code: 155106, status: 409 })
  })

  test('a plain account is made for who does not ask for a smart one, and cannot act', async () => {
    const person = await logIn(stack, 'wanda')
    const { userToken } = person
    const { data } = await stack.client.createUserPinWithWallets({ userToken, blockchains })
    await approve(stack.url, person, data?.challengeId)
    const wallet = (await stack.client.listWallets({ userToken })).data?.wallets[0]
    expect(wallet).toMatchObject({ accountType: 'EOA' })
    const acting = { ...person, walletId: wallet?.id ?? '', address: '0x00' } as const
    await expect(challengeTransfer(stack, acting, 1n)).rejects.toMatchObject({ code: 155215 })
  })

  test.each([
    [155508, { blockchains: ['ARC-TESTNET', 'MATIC-AMOY'] }],
    [155511, { blockchains: ['MATIC-AMOY'] }],
    [155504, { metadata: [{}, {}] }],
    [2, { blockchains: [] }],
    [2, { accountType: 'MSCA' }],
  ])('is refused with %i when the request does not fit', async (code, change) => {
    const { userToken } = await logIn(stack, 'will')
    const body = { idempotencyKey: crypto.randomUUID(), accountType: 'SCA', blockchains, ...change }
    const answer = await send(stack.url, 'POST', '/v1/w3s/user/initialize', { userToken, body })
    expect(answer).toMatchObject({ status: 400, body: { code } })
  })

  test('the faucet fills a wallet, which shows its one pool of money as native and as token', async () => {
    const vera = await logInWithWallet(stack, 'vera')
    const { userToken, walletId } = vera
    const { data } = await stack.client.getWalletTokenBalance({ userToken, walletId })
    const token = { isNative: false, decimals: 6, tokenAddress: stack.test.chain.addresses.token.toLowerCase() }
    expect(data?.tokenBalances).toMatchObject([
      { amount: '20', token: { symbol: 'USDC', isNative: true, decimals: 18 } },
      { amount: '20', token: { symbol: 'USDC', ...token } },
    ])
    const drip = { address: vera.address, blockchain: 'ARC-TESTNET', usdc: true }
    expect(await send(stack.url, 'POST', '/v1/faucet/drips', { body: drip })).toMatchObject({ status: 204, body: {} })
  })

  test('the faucet refuses another chain, and the sixth request of a second until that is over', async () => {
    const drip = { address: `0x${'1'.repeat(40)}`, blockchain: 'MATIC-AMOY', usdc: true }
    const ask = () => send(stack.url, 'POST', '/v1/faucet/drips', { body: drip })
    expect(await ask()).toMatchObject({ status: 400, body: { code: 156027 } })
    const answers = await Promise.all(Array.from({ length: 6 }, ask))
    expect(answers.map(({ status }) => status)).toContain(429)
    await expect.poll(async () => (await ask()).status, { interval: 100, timeout: 5_000 }).toBe(400)
  })
})

describe('challenge', () => {
  test('the same idempotency key answers 201, then 200 with the same body; other content is 156020', async () => {
    const { userToken } = await logIn(stack, 'victor')
    const body = { idempotencyKey: crypto.randomUUID(), accountType: 'SCA', blockchains }
    const post = async (change: object = {}, token = userToken) =>
      await send(stack.url, 'POST', '/v1/w3s/user/initialize', { userToken: token, body: { ...body, ...change } })
    const [first, second] = await Promise.all([post(), post()])
    expect([first.status, second.status].sort()).toEqual([200, 201])
    expect(second.body).toEqual(first.body)
    expect(await post({ accountType: 'EOA' })).toMatchObject({ status: 403, body: { code: 156020 } })
    const { userToken: other } = await logIn(stack, 'viola')
    expect(await post({}, other)).toMatchObject({ status: 403, body: { code: 156020 } })
  })

  test('closing the approval leaves it pending; another key, user or a late answer cannot approve it', async () => {
    const person = await logInWithWallet(stack, 'vito')
    const id = await challengeTransfer(stack, person, 1n)
    const statusOf = async () => {
      const request = { userToken: person.userToken, challengeId: id }
      return (await stack.client.getUserChallenge(request)).data?.challenge.status
    }
    const path = `/sandbox/challenges/${id}`
    const credentials = credentialsOf(person)
    expect(await ask(stack.url, `${path}/cancel`, credentials)).toEqual({ code: 155701, message: 'User canceled' })
    expect(await statusOf()).toBe('PENDING')

    const wrongKey = ask(stack.url, `${path}/approve`, { ...credentials, encryptionKey: 'other' })
    await expect(wrongKey).rejects.toMatchObject({ code: 155118 })
    const clara = await logIn(stack, 'clara')
    await expect(approve(stack.url, clara, id)).rejects.toMatchObject({ code: 155116 })
    await expect(asIfAfter(11 * minutes, () => approve(stack.url, person, id))).rejects.toMatchObject({ code: 155121 })
    expect(await asIfAfter(11 * minutes, statusOf)).toBe('EXPIRED')
    await expect(approve(stack.url, person, id)).rejects.toMatchObject({ code: 155121 })
  })

  test('tells its transaction only when complete, and a repeated approval starts no second one', async () => {
    const person = await logInWithWallet(stack, 'will')
    const { userToken } = person
    const id = await challengeTransfer(stack, person, 1n)
    await Promise.all([approve(stack.url, person, id), approve(stack.url, person, id)])
    const { data } = await stack.client.getUserChallenge({ userToken, challengeId: id })
    expect(data?.challenge).toMatchObject({ status: 'IN_PROGRESS', correlationIds: [] })
    const complete = await asIfAfter(
      6 * minutes,
      async () => await stack.client.getUserChallenge({ userToken, challengeId: id }),
    )
    expect(complete.data?.challenge).toMatchObject({ status: 'COMPLETE', correlationIds: [expect.any(String)] })
    expect((await stack.client.listTransactions({ userToken })).data?.transactions).toHaveLength(1)
  })

  test('the description says what would be allowed, in units that people read', async () => {
    const person = await logInWithWallet(stack, 'oscar')
    const { token, escrow } = stack.test.chain.addresses
    const { data } = await stack.client.createUserTransactionContractExecutionChallenge({
      userToken: person.userToken,
      walletId: person.walletId,
      contractAddress: token,
      abiFunctionSignature: 'approve(address,uint256)',
      abiParameters: [escrow, '12500000'],
      fee: { type: 'level', config: { feeLevel: 'LOW' } },
    })
    const path = `/sandbox/challenges/${data?.challengeId}/description`
    const described = await ask<{ summary: string }>(stack.url, path, credentialsOf(person))
    expect(described.summary).toMatch(/up to 12\.5 USDC/)
    expect(described.summary.toLowerCase()).toContain(escrow.toLowerCase())
    expect(JSON.stringify(described).toLowerCase()).toContain(person.address.toLowerCase())
  })
})

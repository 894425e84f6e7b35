import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, http, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#sandbox/chain/free-port.ts'
import { connectNode } from '#sandbox/chain/node-client.ts'
import type { LocalChain } from '#sandbox/chain/start-chain.ts'
import { startWalletProvider, type WalletProvider } from '#sandbox/wallet-provider/start-wallet-provider.ts'
import { copyChain } from '#test/copy-chain.ts'
import { until } from '#test/until.ts'
import { startWire, type Wire } from '#test/wire.ts'
import type { AgentProviderWallet, AgentWallets } from '../ports/agent-wallets.ts'
import type { Address } from '../ports/chain.ts'
import { type CircleAgentOptions, createCircleAgentWallets } from './circle-agent-wallets.ts'

const entitySecret = randomBytes(32).toString('hex')
const apiKey = 'TEST_API_KEY:test:secret'
const destination: Address = `0x${randomBytes(20).toString('hex')}`
const tokenAbi = parseAbi(['function balanceOf(address) view returns (uint256)', 'function mint(address, uint256)'])
const refusal = { code: 'provider_refused', message: 'The wallet provider refused the request.' }

let folder: string
let local: LocalChain
let provider: WalletProvider
let wire: Wire
let wallets: AgentWallets
let wallet: AgentProviderWallet

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobwright-agent-wallets-'))
  local = await copyChain(folder)
  const { rpcUrl, chainId, addresses, keys } = local
  provider = await startWalletProvider({
    port: 0,
    dataDir: join(folder, 'provider'),
    apiKey,
    appId: 'test',
    allowedOrigins: [],
    personas: [],
    entitySecret,
    chain: { rpcUrl, chainId, ...addresses, keys },
    timing: { poll: 20 },
  })
  wire = await startWire(provider.url)
  wallets = open()
  wallet = await wallets.createWallet({ refId: 'agent-0', name: 'Agent 0', idempotencyKey: randomUUID() })
  await fill(wallet.address, 10_000_000n)
})
afterEach(() => {
  wire.mend()
  wire.requests.length = 0
})
afterAll(async () => {
  await wire?.stop()
  await provider?.stop()
  await local?.stop()
  await rm(folder, { recursive: true, force: true })
})

describe('making an agent’s wallet', () => {
  test('gives a smart account of the configured chain under its reference', () => {
    expect(wallet).toMatchObject({ blockchain: 'ARC-TESTNET', accountType: 'SCA', refId: 'agent-0' })
    expect(wallet.address).toMatch(/^0x[0-9a-f]{40}$/)
  })

  test('twice gives the same wallet, with the same key, with another, and from another program', async () => {
    const input = { refId: 'agent-1', name: 'Agent 1', idempotencyKey: randomUUID() }
    const first = await wallets.createWallet(input)
    expect(await wallets.createWallet(input)).toEqual(first)
    expect(await wallets.createWallet({ ...input, idempotencyKey: randomUUID() })).toEqual(first)
    expect(await open().createWallet({ ...input, idempotencyKey: randomUUID() })).toEqual(first)
    expect(creations()).toHaveLength(1)
  })

  test('whose answer was lost finds the wallet that was made', async () => {
    const input = { refId: 'agent-2', name: 'Agent 2', idempotencyKey: randomUUID() }
    wire.fate = ({ method, path }) => (method === 'POST' && path.endsWith('/wallets') ? 'lose' : 'pass')
    await expect(wallets.createWallet(input)).rejects.toMatchObject({ code: 'provider_unavailable' })
    wire.mend()
    const made = await wallets.createWallet(input)
    expect(made.refId).toBe('agent-2')
    expect(creations()).toHaveLength(1)
  })

  test('at the same time by two programs with one key makes one', async () => {
    const input = { refId: 'agent-3', name: 'Agent 3', idempotencyKey: randomUUID() }
    const made = await Promise.all([wallets, open()].map((one) => one.createWallet(input)))
    expect(made[0]).toEqual(made[1])
  })

  test('asks for a smart account, one, in the set that all programs share', async () => {
    await open().createWallet({ refId: 'agent-4', name: 'Agent 4', idempotencyKey: randomUUID() })
    expect(wire.requests.filter(({ path }) => path.endsWith('/walletSets') && path.includes('developer'))).toEqual([])
    const [creation] = creations()
    expect(creation).toMatchObject({
      accountType: 'SCA',
      count: 1,
      blockchains: ['ARC-TESTNET'],
      metadata: [{ refId: 'agent-4', name: 'Agent 4' }],
    })
    const sets = await Promise.all([open(), open()].map(async (one) => setOf(await one.createWallet(again('agent-4')))))
    expect(new Set([...sets, creation?.walletSetId]).size).toBe(1)
  })

  test('uses the set that is configured', async () => {
    const walletSetId = randomUUID()
    const other = open({ walletSetId })
    const input = { refId: 'agent-5', name: 'Agent 5', idempotencyKey: randomUUID() }
    await expect(other.createWallet(input)).rejects.toMatchObject(refusal)
    expect(creations()).toMatchObject([{ walletSetId }])
  })

  test.each([
    ['of another chain', '"blockchain":"ARC-TESTNET"', '"blockchain":"ETH-SEPOLIA"'],
    ['that is a plain account', '"accountType":"SCA"', '"accountType":"EOA"'],
  ])('is refused for an answer with a wallet %s', async (_, right, wrong) => {
    wire.rewrite = (_request, answer) => answer.replaceAll(right, wrong)
    await expect(wallets.createWallet(again(`agent-6-${wrong}`))).rejects.toMatchObject({ code: 'provider_refused' })
  })

  test('does not take a wallet of another reference for its own, should the provider list one', async () => {
    const listed = { data: { wallets: [{ ...wallet, walletSetId: await setOf(wallet) }] } }
    wire.rewrite = ({ path }, answer) => (path.includes('refId=agent-7') ? JSON.stringify(listed) : answer)
    const made = await wallets.createWallet(again('agent-7'))
    expect(made).toMatchObject({ refId: 'agent-7' })
    expect(made.address).not.toBe(wallet.address)
  })
})

describe('sending money', () => {
  test('sends exactly the base units, and tells the transaction until it is on chain', async () => {
    const before = await balanceOf(destination)
    const { transactionId } = await wallets.transfer(payment(1_000_001n))
    const done = await completed(transactionId)
    expect(done).toMatchObject({ walletId: wallet.id, referenceId: 'withdrawal-1', errorReason: null })
    expect(done?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    expect((await balanceOf(destination)) - before).toBe(1_000_001n)
    const body = wire.requests.find(({ path }) => path.endsWith('/transfer'))?.body ?? ''
    const { token } = local.addresses
    expect(JSON.parse(body)).toMatchObject({
      amounts: ['1.000001'],
      tokenAddress: token,
      blockchain: 'ARC-TESTNET',
      destinationAddress: destination,
    })
  })

  test('with the same key never sends twice, also when the first answer was lost', async () => {
    const before = await balanceOf(destination)
    const input = payment(20n)
    wire.fate = ({ path }) => (path.endsWith('/transfer') ? 'lose' : 'pass')
    await expect(wallets.transfer(input)).rejects.toMatchObject({ code: 'provider_unavailable' })
    wire.mend()
    const first = await wallets.transfer(input)
    expect(await wallets.transfer(input)).toEqual(first)
    expect(await open().transfer(input)).toEqual(first)
    await completed(first.transactionId)
    expect((await balanceOf(destination)) - before).toBe(20n)
  })

  test('amounts keep every digit, from the smallest unit to more than a float can hold', async () => {
    for (const amount of [1n, 999_999n, 9_007_199_254_740_993_000_001n])
      await wallets.transfer(payment(amount)).catch(() => undefined)
    const bodies = wire.requests.filter(({ path }) => path.endsWith('/transfer')).map(({ body }) => JSON.parse(body))
    expect(bodies.map(({ amounts }) => amounts)).toEqual([['0.000001'], ['0.999999'], ['9007199254740993.000001']])
  })

  test('more than there is, or from a wallet that is not ours, is refused in our words', async () => {
    await expect(wallets.transfer(payment(1_000_000_000n))).rejects.toMatchObject(refusal)
    await expect(wallets.transfer({ ...payment(1n), walletId: randomUUID() })).rejects.toMatchObject(refusal)
  })

  test('an unknown transaction is none', async () => {
    expect(await wallets.transaction(randomUUID())).toBeUndefined()
  })
})

describe('trouble at the provider', () => {
  test.each([408, 429, 500, 502, 503])('status %i leaves the outcome open', async (status) => {
    wire.status = ({ path }) => (path.endsWith('/transfer') ? status : undefined)
    wire.rewrite = ({ path }, answer) => (path.endsWith('/transfer') ? '{"code":-1,"message":"secret words"}' : answer)
    const failure = wallets.transfer(payment(1n))
    await expect(failure).rejects.toMatchObject({
      code: 'provider_unavailable',
      message: 'The wallet provider did not answer.',
    })
  })

  test('a lost connection leaves the outcome open', async () => {
    const nobody = open({ apiUrl: `http://127.0.0.1:${await freePort()}` })
    await expect(nobody.createWallet(again('agent-9'))).rejects.toMatchObject({ code: 'provider_unavailable' })
    await expect(nobody.transaction(randomUUID())).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  test('an answer without its content leaves the outcome open', async () => {
    wire.rewrite = ({ path }, answer) => (path.endsWith('/transfer') ? '{"data":{}}' : answer)
    await expect(wallets.transfer(payment(1n))).rejects.toMatchObject({ code: 'provider_unavailable' })
  })

  test('another entity secret or API key can be exchanged and the request repeated; a malformed secret is refused at start', async () => {
    for (const other of [{ entitySecret: randomBytes(32).toString('hex') }, { apiKey: 'TEST_API_KEY:test:revoked' }])
      await expect(open(other).createWallet(again('agent-11'))).rejects.toMatchObject({
        code: 'provider_unavailable',
        message: 'The wallet provider does not take requests of this service now.',
      })
    expect(() => open({ entitySecret: 'short' })).toThrow('64 hex digits')
  })
})

function open(difference: Partial<CircleAgentOptions> = {}): AgentWallets {
  const { token } = local.addresses
  const options = { apiUrl: wire.url, apiKey, entitySecret, blockchain: 'ARC-TESTNET', token }
  return createCircleAgentWallets({ ...options, ...difference })
}

/** A first request for a reference. */
function again(refId: string) {
  return { refId, name: 'An agent', idempotencyKey: randomUUID() }
}

function payment(amount: bigint) {
  return { walletId: wallet.id, destination, amount, refId: 'withdrawal-1', idempotencyKey: randomUUID() }
}

/** The bodies of the requests for new wallets. */
function creations() {
  const sent = wire.requests.filter(({ method, path }) => method === 'POST' && path.endsWith('/developer/wallets'))
  return sent.map(({ body }) => JSON.parse(body))
}

async function setOf({ id }: AgentProviderWallet): Promise<string> {
  const headers = { authorization: `Bearer ${apiKey}` }
  const answer = await (await fetch(`${provider.url}/v1/w3s/wallets/${id}`, { headers })).json()
  return answer.data.wallet.walletSetId
}

function completed(transactionId: string) {
  return until(
    () => wallets.transaction(transactionId),
    (transaction) => transaction?.state === 'COMPLETE',
  )
}

function balanceOf(account: Address): Promise<bigint> {
  const reader = createPublicClient({ transport: http(local.rpcUrl), cacheTime: 0 })
  const { token } = local.addresses
  return reader.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [account] })
}

async function fill(account: Address, amount: bigint): Promise<void> {
  const minter = connectNode(local.rpcUrl, local.chainId, local.keys.minter)
  const { token } = local.addresses
  const hash = await minter.writeContract({
    address: token,
    abi: tokenAbi,
    functionName: 'mint',
    args: [account, amount],
  })
  await minter.waitForTransactionReceipt({ hash })
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { initiateUserControlledWalletsClient } from '@circle-fin/user-controlled-wallets'
import { createPublicClient, getAddress, type Hex, http, parseTransaction } from 'viem'
import { type LocalChain, startChain } from '../chain/start-chain.ts'
import { personas } from '../personas.ts'
import type { Timing, WalletProviderOptions } from './options.ts'
import { startWalletProvider, type WalletProvider } from './start-wallet-provider.ts'

export const apiKey = 'TEST_API_KEY:sandbox:secret'
export const appId = '11111111-1111-4111-8111-111111111111'
export const application = 'http://localhost:3000'
export const feeLevel = { type: 'level', config: { feeLevel: 'MEDIUM' } } as const

type Client = ReturnType<typeof initiateUserControlledWalletsClient>
export type Person = { userToken: string; encryptionKey: string; refreshToken: string }
export type PersonWithWallet = Person & { walletId: string; address: `0x${string}` }
export type TestChain = { chain: LocalChain; dataDir: string; stop(): Promise<void> }

/** A chain in its own folder. */
export async function startTestChain(): Promise<TestChain> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wallet-provider-'))
  const chain = await startChain({ port: 0, dataDir: join(dataDir, 'chain') })
  const stop = async () => {
    await chain.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { chain, dataDir, stop }
}

export function optionsFor({ chain, dataDir }: TestChain, timing: Partial<Timing> = {}): WalletProviderOptions {
  const { rpcUrl, chainId, addresses, keys } = chain
  return {
    port: 0,
    dataDir: join(dataDir, 'provider'),
    apiKey,
    appId,
    personas,
    allowedOrigins: [application],
    chain: { rpcUrl, chainId, ...addresses, keys },
    timing: { poll: 20, ...timing },
  }
}

export type TestStack = {
  provider: WalletProvider
  url: string
  client: Client
  reader: ReturnType<typeof createPublicClient>
  test: TestChain
  stop(): Promise<void>
}

/** The provider on a chain, with Circle's own client to speak to it. */
export async function startTestStack(timing: Partial<Timing> = {}, now?: () => Date): Promise<TestStack> {
  const test = await startTestChain()
  const provider = await startWalletProvider({ ...optionsFor(test, timing), ...(now && { now }) })
  const stop = async () => {
    await provider.stop()
    await test.stop()
  }
  const reader = createPublicClient({ transport: http(test.chain.rpcUrl), cacheTime: 0 })
  return { provider, url: provider.url, client: connectClient(provider.url), reader, test, stop }
}

export function connectClient(baseUrl: string): Client {
  return initiateUserControlledWalletsClient({ apiKey, baseUrl })
}

/** A request of the pages' private channel; throws the refusal's body. */
export async function ask<Answer>(url: string, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const answer: { data: Answer } = await response.json()
  if (!response.ok) throw answer
  return answer.data
}

export async function logIn({ url, client }: Pick<TestStack, 'url' | 'client'>, persona: string): Promise<Person> {
  const { data } = await client.createDeviceTokenForSocialLogin({ deviceId: `device-${persona}` })
  const device = { deviceToken: data?.deviceToken, deviceEncryptionKey: data?.deviceEncryptionKey }
  return await ask<Person>(url, '/sandbox/login', { persona, ...device })
}

export function credentialsOf({ userToken, encryptionKey }: Person) {
  return { userToken, encryptionKey }
}

export async function approve(url: string, person: Person, challengeId: string | undefined) {
  const path = `/sandbox/challenges/${challengeId}/approve`
  return await ask<{ type: string; status: string }>(url, path, credentialsOf(person))
}

/** Signs in, creates a smart account and fills it from the faucet. */
export async function logInWithWallet(
  stack: Pick<TestStack, 'url' | 'client'>,
  persona: string,
): Promise<PersonWithWallet> {
  const { url, client } = stack
  const person = await logIn(stack, persona)
  const { userToken } = person
  const created = await client.createUserPinWithWallets({ userToken, accountType: 'SCA', blockchains: ['ARC-TESTNET'] })
  await approve(url, person, created.data?.challengeId)
  const { data } = await client.listWallets({ userToken })
  const wallet = data?.wallets[0]
  if (!wallet) throw new Error('no wallet was made')
  const fill = () => client.requestTestnetTokens({ address: wallet.address, blockchain: 'ARC-TESTNET', usdc: true })
  // The faucet takes a few requests a second, and tests sign in faster than that.
  await fill().catch(async (error: { status?: number }) => {
    if (error.status !== 429) throw error
    await wait(1_100)
    return fill()
  })
  return { ...person, walletId: wallet.id, address: getAddress(wallet.address) }
}

/** The challenge to send an amount of base units; not approved yet. */
export async function challengeTransfer(
  { client, test }: Pick<TestStack, 'client' | 'test'>,
  person: PersonWithWallet,
  units: bigint,
  refId = '',
): Promise<string> {
  const { data } = await client.createUserTransactionContractExecutionChallenge({
    userToken: person.userToken,
    walletId: person.walletId,
    refId,
    fee: feeLevel,
    contractAddress: test.chain.addresses.token,
    abiFunctionSignature: 'transfer(address,uint256)',
    abiParameters: [test.chain.addresses.escrow, units.toString()],
  })
  return data?.challengeId ?? ''
}

const final = ['COMPLETE', 'FAILED', 'CANCELLED', 'DENIED']

/** The transaction of an approved challenge, once it is over. */
export async function finishedTransaction(client: Client, userToken: string, challengeId: string) {
  const until = Date.now() + 20_000
  while (Date.now() < until) {
    const answer = await client.getUserChallenge({ userToken, challengeId })
    const id = answer.data?.challenge.correlationIds?.[0]
    const transaction = id ? (await client.getTransaction({ userToken, id })).data?.transaction : undefined
    if (transaction && final.includes(transaction.state)) return transaction
    await wait(20)
  }
  throw new Error(`the transaction of challenge ${challengeId} did not end`)
}

export type RawAnswer = { status: number; headers: Headers; body: { code?: number; message?: string; data?: unknown } }

/** A request as it goes over the wire, for what the client's types would not let through. */
export async function send(
  url: string,
  method: string,
  path: string,
  more: { userToken?: string; body?: object | string; headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { userToken, body, headers = {} } = more
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      ...(userToken && { 'x-user-token': userToken }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
}

/** Whether a request to the chain sends user operations, and not just another transaction of the bundler. */
export function carriesOperations(body: string): boolean {
  const { method, params = [] }: { method: string; params?: Hex[] } = JSON.parse(body)
  const [raw] = params
  if (method !== 'eth_sendRawTransaction' || !raw) return false
  return parseTransaction(raw).data?.startsWith('0x765e827f') ?? false
}

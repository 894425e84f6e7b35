import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Blockchain } from '@circle-fin/user-controlled-wallets'
import { createPublicClient, http } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWalletProvider } from './start-wallet-provider.ts'
import {
  approve,
  carriesOperations,
  challengeTransfer,
  connectClient,
  finishedTransaction,
  logInWithWallet,
  optionsFor,
  startTestChain,
  type TestChain,
} from './test-stack.ts'

type Interference = 'kill before sending' | 'kill after sending' | 'lose the answer' | 'none'

let chain: TestChain
let proxy: Server
let proxyUrl: string
let child: ChildProcess | undefined
let interference: Interference

beforeEach(async () => {
  chain = await startTestChain()
  interference = 'none'
  proxy = createServer(async (request, response) => {
    const body = await text(request)
    const isBundle = carriesOperations(body)
    if (isBundle && interference === 'kill before sending') return child?.kill('SIGKILL')
    const answer = await fetch(chain.chain.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    const answered = await answer.text()
    if (isBundle && interference === 'kill after sending') return child?.kill('SIGKILL')
    if (isBundle && interference === 'lose the answer') {
      interference = 'none'
      return response.destroy()
    }
    return response.setHeader('content-type', 'application/json').end(answered)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  proxyUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})

afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  proxy.closeAllConnections()
  proxy.close()
  await chain.stop()
})

async function startChild(): Promise<string> {
  const options = optionsFor(chain)
  const argument = JSON.stringify({ ...options, chain: { ...options.chain, rpcUrl: proxyUrl } })
  const file = join(import.meta.dirname, 'test-child.ts')
  child = spawn(process.execPath, [file, argument], { stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('the child has no output')
  const [chunk] = await once(child.stdout, 'data')
  return String(chunk).trim()
}

/** All operations that the EntryPoint ever ran, and all bundles that were ever sent: the bundler's other transactions are deposits. */
async function countOnChain() {
  const reader = createPublicClient({ transport: http(chain.chain.rpcUrl), cacheTime: 0 })
  const operations = await reader.getContractEvents({
    address: entryPoint07Address,
    abi: entryPoint07Abi,
    eventName: 'UserOperationEvent',
    fromBlock: 0n,
  })
  const deposits = await reader.getContractEvents({
    address: entryPoint07Address,
    abi: entryPoint07Abi,
    eventName: 'Deposited',
    fromBlock: 0n,
  })
  const sent = await reader.getTransactionCount({ address: privateKeyToAddress(chain.chain.keys.bundler) })
  return { operations: operations.length, bundles: sent - deposits.length }
}

test.each<Interference>(['kill before sending', 'kill after sending'])(
  'a provider killed in mid-run carries the transaction out once: %s',
  async (when) => {
    const url = await startChild()
    const stack = { url, client: connectClient(url), test: chain }
    const clara = await logInWithWallet(stack, 'clara')
    const challengeId = await challengeTransfer(stack, clara, 5n)
    interference = when
    const ended = child && once(child, 'exit')
    await approve(url, clara, challengeId)
    await ended
    expect(await countOnChain()).toMatchObject({ operations: when === 'kill after sending' ? 1 : 0 })

    interference = 'none'
    const provider = await startWalletProvider(optionsFor(chain))
    const client = connectClient(provider.url)
    const transaction = await finishedTransaction(client, clara.userToken, challengeId)
    await provider.stop()
    expect(transaction.state).toBe('COMPLETE')
    expect(await countOnChain()).toEqual({ operations: 1, bundles: 1 })
  },
)

test('a lost answer to the sending does not send the operation twice', async () => {
  const options = optionsFor(chain)
  const provider = await startWalletProvider({ ...options, chain: { ...options.chain, rpcUrl: proxyUrl } })
  const stack = { url: provider.url, client: connectClient(provider.url), test: chain }
  const clara = await logInWithWallet(stack, 'clara')
  const challengeId = await challengeTransfer(stack, clara, 5n)
  interference = 'lose the answer'
  await approve(provider.url, clara, challengeId)
  const transaction = await finishedTransaction(stack.client, clara.userToken, challengeId)
  await provider.stop()

  expect(transaction.state).toBe('COMPLETE')
  expect(await countOnChain()).toEqual({ operations: 1, bundles: 1 })
})

test('what was accepted before a kill is there after it', async () => {
  const url = await startChild()
  const stack = { url, client: connectClient(url), test: chain }
  const clara = await logInWithWallet(stack, 'clara')
  const idempotencyKey = crypto.randomUUID()
  const create = async (baseUrl: string) => {
    const { userToken } = clara
    const request = { userToken, idempotencyKey, blockchains: [Blockchain.ArcTestnet] }
    return await connectClient(baseUrl).createWallet({ ...request, accountType: 'SCA' })
  }
  const first = await create(url)
  child?.kill('SIGKILL')

  const provider = await startWalletProvider(optionsFor(chain))
  const again = await create(provider.url)
  const wallets = await connectClient(provider.url).listWallets({ userToken: clara.userToken })
  await provider.stop()
  expect(again.data).toEqual(first.data)
  expect(wallets.data?.wallets.map(({ id }) => id)).toEqual([clara.walletId])
})

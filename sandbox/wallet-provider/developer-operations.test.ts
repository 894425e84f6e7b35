import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { initiateDeveloperControlledWalletsClient } from '@circle-fin/developer-controlled-wallets'
import { createPublicClient, erc20Abi, getAddress, http, keccak256 } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWalletProvider, type WalletProvider } from './start-wallet-provider.ts'
import { apiKey, carriesOperations, optionsFor, startTestChain, type TestChain } from './test-stack.ts'

const entitySecret = 'e5'.repeat(32)
const blockchain = 'ARC-TESTNET' as const

let chain: TestChain
let provider: WalletProvider
let proxy: Server
/** Bundles that were accepted and are not passed on to the chain yet; undefined while nothing is held back. */
let held: string[] | undefined

beforeAll(async () => {
  chain = await startTestChain()
  proxy = createServer(async (request, response) => {
    const body = await text(request)
    if (held && carriesOperations(body)) return accept(body, response)
    return response.setHeader('content-type', 'application/json').end(await passOn(body))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  const rpcUrl = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  const options = optionsFor(chain)
  provider = await startWalletProvider({ ...options, entitySecret, chain: { ...options.chain, rpcUrl } })
})
afterAll(async () => {
  await provider.stop()
  proxy.closeAllConnections()
  proxy.close()
  await chain.stop()
})

async function passOn(body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' }
  return await (await fetch(chain.chain.rpcUrl, { method: 'POST', body, headers })).text()
}

/** Answers as a node does whose next block is late. */
function accept(body: string, response: ServerResponse) {
  held?.push(body)
  const { id, params } = JSON.parse(body)
  return response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ jsonrpc: '2.0', id, result: keccak256(params[0]) }))
}

async function release(): Promise<void> {
  const bodies = held ?? []
  held = undefined
  for (const body of bodies) await passOn(body)
}

test('what waits can be cancelled and never reaches the chain; what was sent can only be accelerated', async () => {
  const client = initiateDeveloperControlledWalletsClient({ apiKey, entitySecret, baseUrl: provider.url })
  const walletSetId = (await client.createWalletSet({ name: 'Agents' })).data?.walletSet.id ?? ''
  const made = await client.createWallets({ walletSetId, blockchains: [blockchain], count: 1, accountType: 'SCA' })
  const wallet = made.data?.wallets[0]
  const { token, escrow } = chain.chain.addresses
  await client.requestTestnetTokens({ address: wallet?.address ?? '', blockchain, usdc: true })
  const transfer = async (amount: string) => {
    const fee = { type: 'level', config: { feeLevel: 'MEDIUM' } } as const
    const route = { walletId: wallet?.id ?? '', tokenAddress: token, destinationAddress: escrow }
    return (await client.createTransaction({ ...route, amount: [amount], fee })).data?.id ?? ''
  }
  const stateOf = async (id: string) => (await client.getTransaction({ id })).data?.transaction?.state

  held = []
  const [first, second] = [await transfer('0.5'), await transfer('0.7')]
  await vi.waitFor(async () => expect(await stateOf(first)).toBe('SENT'), { timeout: 45_000 })
  await expect(client.cancelTransaction({ id: first })).rejects.toMatchObject({ code: 155229 })
  expect((await client.accelerateTransaction({ id: first })).data).toEqual({ id: first })
  expect(await stateOf(second)).toBe('INITIATED')
  await expect(client.accelerateTransaction({ id: second })).rejects.toMatchObject({ code: 155229 })
  expect((await client.cancelTransaction({ id: second })).data).toEqual({ id: second, state: 'CANCELLED' })

  await release()
  await vi.waitFor(async () => expect(await stateOf(first)).toBe('COMPLETE'), { timeout: 45_000 })
  expect(await stateOf(second)).toBe('CANCELLED')
  const reader = createPublicClient({ transport: http(chain.chain.rpcUrl), cacheTime: 0 })
  const args = [getAddress(wallet?.address ?? '')] as const
  expect(await reader.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args })).toBe(
    19_500_000n,
  )
})

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createPublicClient, http, parseEther } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { artifact } from '#contracts/artifacts.ts'
import { type LocalChain, startChain } from './start-chain.ts'
import { keepStateBackup } from './state-file.ts'

let dataDir: string
let running: LocalChain[]

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'local-chain-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((chain) => chain.stop()))
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(chainId?: number) {
  const chain = await startChain({ port: 0, dataDir, ...(chainId !== undefined && { chainId }) })
  running.push(chain)
  return { chain, reader: createPublicClient({ transport: http(chain.rpcUrl), cacheTime: 0 }) }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 15_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it never came to hold')
    await wait(50)
  }
}

test('all contracts are at their recorded addresses, the EntryPoint at its canonical one', async () => {
  const { chain, reader } = await start()
  const { entryPoint07, escrow, token } = chain.addresses
  expect(entryPoint07).toBe('0x0000000071727De22E5E9d8BAf0edAc6f37da032')
  for (const address of Object.values(chain.addresses)) expect(await reader.getCode({ address })).toBeDefined()

  const { abi } = artifact('TestStablecoin')
  const read = async (functionName: string) => await reader.readContract({ address: token, abi, functionName })
  expect(await read('decimals')).toBe(6)
  expect(await read('minter')).toBe(privateKeyToAddress(chain.keys.minter))
  const block = await reader.getBlock({ blockNumber: BigInt(chain.deploymentBlock), includeTransactions: true })
  const receipts = block.transactions.map(({ hash }) => reader.getTransactionReceipt({ hash }))
  expect((await Promise.all(receipts)).map(({ contractAddress }) => contractAddress)).toContain(escrow)
})

test('the chain has the wanted id, finality at its head and money for every operator', async () => {
  const { chain, reader } = await start(31_999)
  expect(await reader.getChainId()).toBe(31_999)
  const addresses = Object.values(chain.keys).map((key) => privateKeyToAddress(key))
  expect(new Set(addresses).size).toBe(6)
  for (const address of addresses) expect(await reader.getBalance({ address })).toBeGreaterThan(parseEther('1000'))
  const finalized = await reader.getBlock({ blockTag: 'finalized' })
  expect(finalized.number).toBeGreaterThanOrEqual(BigInt(chain.deploymentBlock))
})

test('time passes on the chain while nobody sends a transaction', async () => {
  const { reader } = await start()
  const { timestamp, number } = await reader.getBlock()
  await until(async () => (await reader.getBlock()).timestamp >= timestamp + 2n)
  const { transactions } = await reader.getBlock({ blockNumber: number + 1n })
  expect(transactions).toEqual([])
})

test('a restart keeps the chain, its contracts and its history', async () => {
  const { chain, reader } = await start()
  const { hash, number } = await reader.getBlock()
  await chain.stop()
  const again = await start()

  expect(again.chain).toMatchObject({
    genesisHash: chain.genesisHash,
    deploymentId: chain.deploymentId,
    addresses: chain.addresses,
    deploymentBlock: chain.deploymentBlock,
  })
  expect((await again.reader.getBlock({ blockNumber: number })).hash).toBe(hash)
})

test('a chain whose contracts are of other sources is refused with what to do', async () => {
  const { chain } = await start()
  await chain.stop()
  const file = join(dataDir, 'deployment.json')
  const { code: _, ...earlier } = JSON.parse(readFileSync(file, 'utf8')) as { code: string }
  writeFileSync(file, JSON.stringify(earlier))

  await expect(start()).rejects.toThrow('npm start -- --reset')
})

test('the first block and the present time stay right over restart after restart', async () => {
  const seconds = () => Math.floor(Date.now() / 1_000)
  let { chain, reader } = await start()
  const { genesisHash } = chain
  for (let restarts = 0; restarts < 3; restarts += 1) {
    const startedAt = seconds()
    await until(async () => seconds() > startedAt + 1)
    expect(Math.abs(Number((await reader.getBlock()).timestamp) - seconds())).toBeLessThanOrEqual(3)
    await chain.stop()
    ;({ chain, reader } = await start())
    expect(chain.genesisHash).toBe(genesisHash)
  }
  await chain.stop()
  const { blocks } = JSON.parse(readFileSync(join(dataDir, 'state.json'), 'utf8')) as {
    blocks: { header: { number: string } }[]
  }
  expect(blocks.filter(({ header }) => Number(header.number) === 0)).toHaveLength(1)
})

test('a killed node is found with its contracts, at most its last moments lost', async () => {
  const { chain, reader } = await start()
  const { timestamp } = await reader.getBlock()
  // The node writes its state every second.
  await until(async () => (await reader.getBlock()).timestamp >= timestamp + 3n)
  process.kill(chain.pid, 'SIGKILL')
  await chain.died
  await chain.stop()

  expect((await start()).chain.deploymentId).toBe(chain.deploymentId)
})

test('a lost chain is started again and is recognisable as another one', async () => {
  const { chain } = await start()
  await chain.stop()
  rmSync(join(dataDir, 'state.json'))
  const { chain: other, reader } = await start()

  expect(other.deploymentId).not.toBe(chain.deploymentId)
  for (const address of Object.values(other.addresses)) expect(await reader.getCode({ address })).toBeDefined()
})

test('a half-written state file is replaced by the last good copy, and never becomes one', async () => {
  const { chain } = await start()
  await chain.stop()
  const [state, backup] = [join(dataDir, 'state.json'), join(dataDir, 'state.backup.json')]
  const endBackups = keepStateBackup(state, 10)
  await until(async () => existsSync(backup))
  const good = readFileSync(backup, 'utf8')
  truncateSync(state, 1000)
  const attempt = `${backup}.new`
  await until(async () => existsSync(attempt) && statSync(attempt).size === 1000)
  await endBackups()

  expect(readFileSync(backup, 'utf8')).toBe(good)
  expect((await start()).chain.deploymentId).toBe(chain.deploymentId)
})

test('stopping ends the node itself', async () => {
  const { chain } = await start()
  expect(() => process.kill(chain.pid, 0)).not.toThrow()
  await chain.stop()
  expect(() => process.kill(chain.pid, 0)).toThrow()
})

test('a port with another chain on it is refused', async () => {
  const { chain } = await start()
  const port = Number(new URL(chain.rpcUrl).port)
  const elsewhere = mkdtempSync(join(tmpdir(), 'local-chain-'))
  await expect(startChain({ port, dataDir: elsewhere, chainId: 31_998 })).rejects.toThrow()
  rmSync(elsewhere, { recursive: true, force: true })
})

import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createTestClient, http } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readSharedEnv } from '#lib/env.ts'
import type { LocalChain } from '../../sandbox/chain/start-chain.ts'
import { copyChain } from '../test/copy-chain.ts'
import { startWire, type Wire } from '../test/wire.ts'
import { checkChain } from './check-chain.ts'

let folder: string
let chain: LocalChain
let wires: [Wire, Wire]
let variables: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobwright-doctor-'))
  chain = await copyChain(folder, 3_600)
  // The copy may be older than a newest block should be.
  await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).mine({ blocks: 1 })
  wires = [await startWire(chain.rpcUrl), await startWire(chain.rpcUrl)]
  variables = {
    DATABASE_URL: 'postgres://localhost/none',
    PUBLIC_ORIGIN: 'http://localhost:3000',
    VAULT_SECRET: 'v'.repeat(32),
    CHAIN_RPC_URLS: wires.map(({ url }) => `${url}/?key=secret-of-the-provider`).join(),
    CHAIN_ID: String(chain.chainId),
    CHAIN_GENESIS_HASH: chain.genesisHash,
    ESCROW_ADDRESS: chain.addresses.escrow,
    ESCROW_DEPLOYMENT_BLOCK: String(chain.deploymentBlock),
    TOKEN_ADDRESS: chain.addresses.token,
    CIRCLE_API_KEY: 'none',
    GITHUB_APP_SLUG: 'none',
    GITHUB_CLIENT_ID: 'none',
    GITHUB_CLIENT_SECRET: 'none',
    REGISTRAR_PRIVATE_KEY: chain.keys.registrar,
    DISPATCHER_PRIVATE_KEY: chain.keys.dispatcher,
  }
})
afterEach(() => {
  for (const wire of wires) wire.mend()
})
afterAll(async () => {
  await Promise.all(wires.map((wire) => wire.stop()))
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
})

type RpcCall = { id: number; method: string; params: unknown[] }

/** Gives other results or, with an Error, a refusal. */
function answer(change: (call: RpcCall, result: unknown) => unknown): void {
  wires[0].rewrite = ({ body }, text) => {
    const call = JSON.parse(body) as RpcCall
    if (Array.isArray(call)) return text
    const result = change(call, JSON.parse(text).result)
    const told = result instanceof Error ? { error: { code: -32_000, message: result.message } } : { result }
    return JSON.stringify({ jsonrpc: '2.0', id: call.id, ...told })
  }
}

async function diagnose(changes: Record<string, string> = {}) {
  const settings = { NODE_ENV: 'test' as const, ...variables, ...changes }
  const findings = await checkChain(readSharedEnv(settings), settings)
  return {
    findings,
    lacks: findings
      .filter(({ standing }) => standing === 'lack')
      .map(({ target, check }) => `${target.slice(0, 9)} ${check}`),
    detailOf: (check: string) => findings.find((finding) => finding.check === check)?.detail,
  }
}

test('nodes that offer everything are found to lack nothing, by exit code too, and no key is shown', async () => {
  const { lacks, findings } = await diagnose()
  expect(lacks).toEqual([])
  expect(findings.filter(({ standing }) => standing === 'note')).toEqual([])
  const args = ['--disable-warning=ExperimentalWarning', resolve(import.meta.dirname, 'main.ts'), 'chain', '--json']
  const run = promisify(execFile)(process.execPath, args, { env: { ...process.env, ...variables } })
  const { stdout } = await run
  expect(JSON.parse(stdout)).toHaveLength(findings.length)
  expect(stdout).not.toContain('secret-of-the-provider')
})

const refused = new Error('not supported')
const isOld = (block: unknown) => String(block).startsWith('0x')

test.each<[string, string, (call: RpcCall, result: unknown) => unknown]>([
  ['another chain', 'node 1 (1 chain', ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result)],
  ['no final block', 'node 1 (1 finality', ({ params }, result) => (params?.[0] === 'finalized' ? refused : result)],
  ['no logs', 'node 1 (1 ranges of logs', ({ method }, result) => (method === 'eth_getLogs' ? refused : result)],
  ['no receipts', 'node 1 (1 receipts', ({ method }, result) => (/Receipt/.test(method) ? null : result)],
  [
    'no state',
    'node 1 (1 state',
    ({ method, params }, result) => (method === 'eth_call' && isOld(params[1]) ? refused : result),
  ],
  [
    'empty bloom filters',
    'node 1 (1 bloom filters',
    ({ method }, result) =>
      method === 'eth_getBlockByNumber' ? { ...(result as object), logsBloom: `0x${'0'.repeat(512)}` } : result,
  ],
  [
    'another branch',
    'node 1 (1 agreement',
    ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] !== '0x0'
        ? { ...(result as object), hash: `0x${'d'.repeat(64)}` }
        : result,
  ],
  ['no code', 'token code', ({ method }, result) => (method === 'eth_getCode' ? '0x' : result)],
])('a node with %s is found, with what to do about it', async (_, lacking, change) => {
  answer(change)
  const { lacks, findings } = await diagnose()
  expect(lacks.join()).toContain(lacking)
  for (const { standing, advice } of findings) expect(standing === 'lack').toBe(advice !== null)
})

test('a cap on ranges is found by halving, and receipts one at a time are a note', async () => {
  answer(({ method, params }, result) => {
    const { fromBlock, toBlock } = (params?.[0] ?? {}) as { fromBlock?: string; toBlock?: string }
    if (method === 'eth_getLogs' && BigInt(toBlock ?? 0) - BigInt(fromBlock ?? 0) >= 3n) return refused
    return method === 'eth_getBlockReceipts' ? refused : result
  })
  const { lacks, detailOf } = await diagnose()
  expect(lacks).toEqual([])
  expect(detailOf('ranges of logs')).toMatch(/^[23] blocks at once/)
  expect(detailOf('receipts')).toMatch(/^one at a time/)
})

test('keys without role or money, an old newest block, and batches that are wanted in vain are lacks', async () => {
  answer(({ method }, result) => (method === 'eth_getBalance' ? '0x1' : result))
  wires[0].status = ({ body }) => (body.startsWith('[') ? 400 : undefined)
  const stranger = `0x${'7'.repeat(64)}`
  const { lacks } = await diagnose({
    ...{ CHAIN_RPC_URLS: wires[0].url, CHAIN_BATCH_SIZE: '10', DISPATCHER_PRIVATE_KEY: stranger },
    CHAIN_HEAD_AGE_SECONDS: '1',
  })
  expect(lacks).toEqual(expect.arrayContaining(['dispatche role', 'dispatche money', 'registrar money']))
  expect(lacks).not.toContain('registrar role')
})

test('a node that does not answer is found, and the others are checked on', async () => {
  wires[0].fate = () => 'cut'
  const { lacks, findings } = await diagnose()
  expect(lacks).toEqual(['node 1 (1 chain'])
  expect(findings.find(({ target }) => target === 'escrow')).toMatchObject({ standing: 'ok' })
})

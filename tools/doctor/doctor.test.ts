import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createTestClient, http, numberToHex, publicActions, toFunctionSelector } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { readChainEnv } from '#lib/env.ts'
import type { LocalChain } from '#sandbox/chain/start-chain.ts'
import { copyChain } from '#test/copy-chain.ts'
import { startWire, type Wire } from '#test/wire.ts'
import { nodeFlags } from '#tools/start/node-flags.ts'
import { checkChain } from './check-chain.ts'

let folder: string
let chain: LocalChain
let wires: [Wire, Wire]
let variables: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jobwright-doctor-'))
  chain = await copyChain(folder, 3_600)
  // The copy may be older than a newest block should be, and than a block that is not final.
  await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).mine({ blocks: 3 })
  wires = [await startWire(chain.rpcUrl), await startWire(chain.rpcUrl)]
  variables = {
    CHAIN_RPC_URLS: wires.map(({ url }) => `${url}/?key=secret-of-the-provider`).join(),
    CHAIN_ID: String(chain.chainId),
    CHAIN_GENESIS_HASH: chain.genesisHash,
    REGISTRY_ADDRESS: chain.addresses.registry,
    ESCROW_ADDRESS: chain.addresses.escrow,
    ESCROW_DEPLOYMENT_BLOCK: String(chain.deploymentBlock),
    TOKEN_ADDRESS: chain.addresses.token,
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
    const { result: own, error } = JSON.parse(text) as { result?: unknown; error?: unknown }
    const result = change(call, own)
    if (result === undefined && error) return text
    const reply = result instanceof Error ? { error: { code: -32_000, message: result.message } } : { result }
    return JSON.stringify({ jsonrpc: '2.0', id: call.id, ...reply })
  }
}

async function diagnose(changes: Record<string, string> = {}) {
  const settings = { NODE_ENV: 'test' as const, ...variables, ...changes }
  const findings = await checkChain(readChainEnv(settings), settings)
  return {
    findings,
    lacks: findings
      .filter(({ standing }) => standing === 'lack')
      .map(({ target, check }) => `${target.slice(0, 9)} ${check}`),
    detailOf: (check: string) => findings.find((finding) => finding.check === check)?.detail,
    found: (target: string, check: string) => {
      const finding = findings.find((one) => one.target.startsWith(target) && one.check === check)
      return `${finding?.standing}: ${finding?.detail} ${finding?.advice}`
    },
  }
}

/** The command as a person gives it, in a folder without a local stack. */
async function runDoctor(settings: Record<string, string>) {
  const args = [...nodeFlags, resolve(import.meta.dirname, 'main.ts'), 'chain', '--json']
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'test', PATH: process.env.PATH, JOBWRIGHT_DATA: folder, ...settings }
  const run = promisify(execFile)(process.execPath, args, { env })
  return run.then(
    ({ stdout, stderr }) => ({ stdout, stderr, code: 0 }),
    ({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }) => ({ stdout, stderr, code }),
  )
}

test('one part alone finds each setting that is given and wrong, and asks for none that it does not need', async () => {
  const { stdout, code } = await runDoctor({ ...variables, VAULT_SECRET: 'short', OFFER_SECONDS: 'soon' })
  const found = JSON.parse(stdout) as { target: string; check: string }[]
  const wrong = found.filter(({ target }) => target === 'settings').map(({ check }) => check)
  expect([code, wrong.toSorted()]).toEqual([1, ['OFFER_SECONDS', 'VAULT_SECRET']])
})

test('nodes that offer everything are found to lack nothing, by exit code too, and no key is shown', async () => {
  const { lacks, findings } = await diagnose()
  expect(lacks).toEqual([])
  expect(findings.filter(({ standing }) => standing === 'note')).toEqual([])
  const { stdout } = await runDoctor(variables)
  expect(JSON.parse(stdout)).toHaveLength(findings.length)
  expect(stdout).not.toContain('secret-of-the-provider')
})

const refused = new Error('not supported')
const isOld = (block: unknown) => String(block).startsWith('0x')

test.each<[string, string, (call: RpcCall, result: unknown) => unknown]>([
  ['another chain', 'node 1 (1 chain', ({ method }, result) => (method === 'eth_chainId' ? '0x1' : result)],
  [
    'another first block',
    'node 1 (1 chain',
    ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === '0x0'
        ? { ...(result as object), hash: `0x${'d'.repeat(64)}` }
        : result,
  ],
  ['no final block', 'node 1 (1 finality', ({ params }, result) => (params?.[0] === 'finalized' ? refused : result)],
  ['no logs', 'node 1 (1 ranges of logs', ({ method }, result) => (method === 'eth_getLogs' ? refused : result)],
  ['no receipts', 'node 1 (1 receipts', ({ method }, result) => (/Receipt/.test(method) ? null : result)],
  [
    'no state',
    'node 1 (1 state',
    ({ method, params }, result) => (method === 'eth_call' && isOld(params[1]) ? refused : result),
  ],
  [
    'blocks of another time than they were mined at',
    'node 1 (1 block hashes',
    ({ method, params }, result) =>
      method === 'eth_getBlockByNumber' && params[0] === 'latest'
        ? { ...(result as object), timestamp: '0x1' }
        : result,
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

test('keys without role or money, an old newest block, and unavailable batches that are wanted are lacks', async () => {
  answer(({ method }, result) => (method === 'eth_getBalance' ? '0x1' : result))
  wires[0].status = ({ body }) => (body.startsWith('[') ? 400 : undefined)
  const stranger = `0x${'7'.repeat(64)}`
  const { lacks, found } = await diagnose({
    CHAIN_RPC_URLS: wires[0].url,
    CHAIN_BATCH_SIZE: '10',
    DISPATCHER_PRIVATE_KEY: stranger,
    CHAIN_HEAD_AGE_SECONDS: '1',
  })
  expect(lacks).toEqual(expect.arrayContaining(['dispatche role', 'dispatche money', 'registrar money']))
  expect(lacks).not.toContain('registrar role')
  expect(found('registrar', 'money')).toMatch(/^lack: enough for 0 .* send at least \d+\.\d{5}[1-9] of native money/)
})

test('money that a node does not tell is no lack', async () => {
  answer(({ method }, result) => (method === 'eth_getBalance' ? refused : result))
  const { lacks, found } = await diagnose()
  expect(lacks).toEqual([])
  expect(found('registrar', 'money')).toMatch(/^note: could not be read/)
})

const delegated = `0xef0100${'5'.repeat(40)}`
test.each([
  ['delegates', delegated, `delegated to 0x${'5'.repeat(40)} by EIP-7702`],
  ['has a contract at', '0x6001', 'a contract has this address'],
])('a key that %s its address is a lack of its account alone', async (_, code, detail) => {
  const account = privateKeyToAddress(chain.keys.registrar)
  answer(({ method, params }, result) =>
    method === 'eth_getCode' && String(params[0]).toLowerCase() === account.toLowerCase() ? code : result,
  )
  const { lacks, found } = await diagnose()
  expect(lacks).toEqual(['registrar account'])
  expect(found('registrar', 'account')).toMatch(new RegExp(`^lack: ${detail} .*new key`))
  expect(found('dispatcher', 'account')).toMatch(/^ok: no code/)
})

test('finality that takes longer than the shortest window is a note with both times', async () => {
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).extend(publicActions)
  const least = await client.readContract({
    address: chain.addresses.escrow,
    abi: jobEscrowAbi,
    functionName: 'MIN_WINDOW',
  })
  const waitingFor = async (seconds: bigint) => {
    const { number, timestamp } = await client.getBlock()
    answer(({ method, params }, result) => {
      if (method !== 'eth_getBlockByNumber') return result
      if (params[0] === 'finalized') return { ...(result as object), number: numberToHex(number - 2n) }
      return params[0] === numberToHex(number - 1n)
        ? { ...(result as object), timestamp: numberToHex(timestamp - seconds) }
        : result
    })
    return (await diagnose({ CHAIN_RPC_URLS: wires[0].url })).found('node 1', 'finality')
  }
  expect(await waitingFor(least)).toBe(`ok: 2 blocks and ${least} seconds behind the newest null`)
  expect(await waitingFor(least + 1n)).toMatch(
    new RegExp(`^note: 2 blocks and ${least + 1n} seconds .*shortest window of ${least} seconds`),
  )
})

test.each([
  ['10 at most', '40', 10, 'Requests fail with batches of 40: set CHAIN_BATCH_SIZE to 10.'],
  ['40 at most', '40', 40, null],
])('a node that answers batches of %s is tried with the size that is set', async (_, wanted, most, advice) => {
  wires[0].rewrite = ({ body }, text) =>
    body.startsWith('[') && JSON.parse(body).length > most
      ? JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'batch too large' } })
      : text
  const { findings } = await diagnose({ CHAIN_RPC_URLS: wires[0].url, CHAIN_BATCH_SIZE: wanted })
  const found = findings.find(({ check }) => check === 'batches')
  expect(found?.advice).toBe(advice)
})

test('of two nodes, the one whose final block stands still is named for it', async () => {
  const number = numberToHex(chain.deploymentBlock)
  answer(({ method, params }, result) =>
    method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? { ...(result as object), number } : result,
  )
  const { lacks, found } = await diagnose({ CHAIN_LAG_SECONDS: '1' })
  expect(lacks).toEqual(['node 1 (1 final block'])
  expect(found('node 1', 'final block')).toMatch(
    /block \d+, after 1 s still below block \d+ of another node .*explorer/,
  )
})

test('of three nodes, the one that lies about the contract alone is named', async () => {
  const minReward = toFunctionSelector('function MIN_REWARD()').slice(2)
  const word = (value: bigint) => numberToHex(value, { size: 32 }).slice(2)
  answer(({ method, params }, result) =>
    method === 'eth_call' && JSON.stringify(params).includes(minReward)
      ? String(result).replace(word(10_000n), word(1n))
      : result,
  )
  const honest = wires[1].url
  const { lacks, found } = await diagnose({ CHAIN_RPC_URLS: [wires[0].url, honest, chain.rpcUrl].join() })
  expect(lacks).toEqual(['node 1 (1 agreement'])
  expect(found('node 1', 'agreement')).toMatch(
    /^lack: node 1 \(127[^)]*\) differs from the others at block \d+, in the code/,
  )
})

test('of two nodes, the one that does not answer is named by its host, without the key in its address', async () => {
  wires[0].fate = () => 'cut'
  const { lacks, findings, found } = await diagnose()
  expect(lacks).toEqual(['node 1 (1 chain', 'nodes agreement'])
  expect(found('nodes', 'agreement')).toContain(`1 of 2 nodes cannot be used: node 1 (${new URL(wires[0].url).host})`)
  expect(found('escrow', 'code')).toMatch(/^ok/)
  expect(JSON.stringify(findings)).not.toContain('secret-of-the-provider')
})

const page = '<!doctype html><title>Sign in</title>'

test.each<[string, number | undefined, string | undefined, RegExp]>([
  ['401', 401, undefined, /HTTP 401, access denied .*key/],
  ['403', 403, undefined, /HTTP 403, access denied .*key/],
  ['307', 307, undefined, /HTTP 307: it sends its callers elsewhere .*that address/],
  ['404', 404, undefined, /HTTP 404 .*path/],
  ['429', 429, undefined, /HTTP 429, too many requests .*CHAIN_REQUESTS_PER_SECOND/],
  ['502', 502, undefined, /HTTP 502 .*fault/],
  ['a web page', undefined, page, /a web page instead of JSON-RPC .*JSON-RPC URL/],
  ['a refusal', undefined, '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"x"}}', /JSON-RPC error -32601/],
])('of a node that answers with %s it is said what it answered and what to do', async (_, status, body, expected) => {
  wires[0].status = () => status
  if (body) wires[0].rewrite = () => body
  const { found } = await diagnose()
  expect(found('node 1', 'chain')).toMatch(expected)
})

const elsewhere: `0x${string}` = `0x${'5'.repeat(40)}`

test('a wrong address or chain id is found in the settings, and the node is not blamed for it', async () => {
  const noContract = await diagnose({ ESCROW_ADDRESS: elsewhere })
  expect(noContract.lacks).toEqual(['escrow code'])
  expect(noContract.found('keys', 'role')).toMatch(/^note: not checked/)
  expect(noContract.found('escrow', 'code')).toContain(`no contract at ESCROW_ADDRESS ${elsewhere}`)
  const notOurs = await diagnose({ ESCROW_ADDRESS: chain.addresses.accountFactory })
  expect(notOurs.lacks).toEqual(['escrow code'])
  expect(notOurs.found('escrow', 'code')).toContain('is not a job escrow')
  const otherToken = await diagnose({ TOKEN_ADDRESS: chain.addresses.entryPoint07 })
  expect(otherToken.found('escrow', 'code')).toContain(`holds the token ${chain.addresses.token}, not TOKEN_ADDRESS`)
  expect((await diagnose({ CHAIN_ID: '5' })).found('node 1', 'chain')).toMatch(/but CHAIN_ID is 5/)
  const otherGenesis = await diagnose({ CHAIN_GENESIS_HASH: `0x${'6'.repeat(64)}` })
  expect(otherGenesis.found('node 1', 'chain')).toMatch(/CHAIN_GENESIS_HASH/)
})

test('a deployment block after the escrow’s first code is a lack that names the first, found by halving', async () => {
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).extend(publicActions)
  const bytecode = await client.getCode({ address: chain.addresses.escrow })
  if (!bytecode) throw new Error('the escrow has no code')
  await client.mine({ blocks: 3 })
  await client.setCode({ address: elsewhere, bytecode })
  await client.mine({ blocks: 20 })
  const first = (await client.getBlockNumber({ cacheTime: 0 })) - 20n
  const at = (block: bigint) => diagnose({ ESCROW_ADDRESS: elsewhere, ESCROW_DEPLOYMENT_BLOCK: String(block) })
  const early = await at(first - 2n)
  expect(early.found('escrow', 'deployment block')).toMatch(/^ok: its code begins at block \d+, /)
  const late = await at(first + 15n)
  expect(late.found('escrow', 'deployment block')).toMatch(/^lack: .*set it to \d+\.$/)
  const named = BigInt(/set it to (\d+)\.$/.exec(late.found('escrow', 'deployment block'))?.[1] ?? 0)
  expect((await at(named)).found('escrow', 'deployment block')).toMatch(/^ok/)
  expect((await at(named + 1n)).found('escrow', 'deployment block')).toContain(`set it to ${named}.`)
  const future = await diagnose({ ESCROW_DEPLOYMENT_BLOCK: '999999999' })
  expect(future.found('escrow', 'deployment block')).toContain('not mined yet')
})

test('a deployment block that is too low or not mined is reported as such, and no node is blamed', async () => {
  const client = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) })
  await client.mine({ blocks: 130 })
  const low = await diagnose({ ESCROW_DEPLOYMENT_BLOCK: '0' })
  expect(low.lacks).toEqual([])
  expect(low.found('node 1', 'receipts')).toMatch(/^ok/)
  expect(low.found('node 1', 'bloom filters')).toMatch(/^ok/)
  const high = await diagnose({ ESCROW_DEPLOYMENT_BLOCK: '999999999' })
  expect(high.lacks).toEqual(['escrow deployment block'])
  expect(high.found('node 1', 'chain')).toBe('ok: id 31337, genesis as configured null')
  expect(high.found('node 1', 'state')).toMatch(/^ok/)
})

test('another chain id is compared with the node’s, whatever else a local stack was started with', async () => {
  const { stdout, code } = await runDoctor({ ...variables, CHAIN_ID: '1', RUNTIME_LOOPBACK: 'localhost:3005' })
  expect(code).toBe(1)
  expect(stdout).toContain('id 31337, but CHAIN_ID is 1')
})

test('where no node keeps the state before the deployment block, it is said that it could not be checked', async () => {
  answer(({ method, params }, result) => (method === 'eth_getCode' && isOld(params[1]) ? refused : result))
  const settings = { CHAIN_RPC_URLS: wires[0].url, ESCROW_DEPLOYMENT_BLOCK: String(chain.deploymentBlock) }
  expect((await diagnose(settings)).found('escrow', 'deployment block')).toMatch(/^ok: no event before/)
  const late = { ...settings, ESCROW_DEPLOYMENT_BLOCK: String(chain.deploymentBlock + 1) }
  expect((await diagnose(late)).found('escrow', 'deployment block')).toMatch(/^lack: .*has events before it/)
  const refuseMore = (call: RpcCall, result: unknown) =>
    call.method === 'eth_getLogs' || (call.method === 'eth_getCode' && isOld(call.params[1])) ? refused : result
  answer(refuseMore)
  expect((await diagnose(settings)).found('escrow', 'deployment block')).toMatch(/^note: could not be checked/)
})

test('a node that drops one state during the check is asked again and lacks nothing', async () => {
  const refusedOnce = new Set<string>()
  answer(({ method, params }, result) => {
    const block = String(params?.[1])
    if (method !== 'eth_call' || !isOld(block) || refusedOnce.size > 1) return result
    // The first read is that of the final block, the second is the one at the edge, which is sent twice by the client.
    if (refusedOnce.size === 0) refusedOnce.add('final')
    else return refusedOnce.add(`edge ${block}`) && refused
    return result
  })
  const { lacks } = await diagnose({ CHAIN_RPC_URLS: wires[0].url })
  expect(lacks).toEqual([])
})

test('settings that are wrong are findings in JSON and nothing else, without a database among them', async () => {
  const { ESCROW_ADDRESS, ...rest } = variables
  const { stdout, stderr, code } = await runDoctor({ ...rest, CHAIN_ID: 'arc', TOKEN_ADDRESS: '0x12' })
  expect([code, stderr]).toEqual([2, ''])
  const findings = JSON.parse(stdout) as { target: string; check: string; advice: string }[]
  expect(findings.map(({ target, check }) => `${target} ${check}`).sort()).toEqual([
    'settings CHAIN_ID',
    'settings ESCROW_ADDRESS',
    'settings TOKEN_ADDRESS',
  ])
  const adviceOf = (name: string) => findings.find(({ check }) => check === name)?.advice
  expect(adviceOf('CHAIN_ID')).toBe(
    'Set CHAIN_ID to a whole number from 1 to 999999999999; its value has another form.',
  )
  expect(adviceOf('ESCROW_ADDRESS')).toBe(
    'Set ESCROW_ADDRESS to an address: 0x and 40 hexadecimal digits; it is not set.',
  )
})

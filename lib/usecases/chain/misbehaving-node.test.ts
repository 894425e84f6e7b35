import { numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createJobCall, termsOf } from '#test/escrow.ts'
import {
  approvedDraft,
  askToFund,
  type Client,
  carryOut,
  fundedJob,
  index,
  mint,
  newKey,
  openIssue,
  readyClient,
  readyDraft,
  tidy,
} from '#test/journey.ts'
import { lagBehind } from '#test/lag-behind.ts'
import { refusal } from '#test/refusal.ts'
import { type Service, startService } from '#test/service.ts'
import { callFromWallet } from '#test/wallet-app.ts'
import { chainStatus } from '#tools/admin/chain.ts'
import type { RpcCall } from '#tools/chain-weather/node-wire.ts'
import { jobEscrowAbi } from '../../chain/abi/job-escrow.ts'
import { findFinalityLag } from '../../data/finality-lag.ts'
import type { WorkerContext } from '../context.ts'
import { recordTransfers } from '../journal/record-transfers.ts'
import { isHalted } from './is-halted.ts'
import { resumeChain } from './resume-chain.ts'

let service: Service
let clara: Client
// Blocks come with transactions, or when a test asks for them. Tests give them other times and filters, but no hash of these.
beforeAll(async () => {
  service = await startService({ blockTimeSeconds: 3_600, env: { CHAIN_HEADERS: 'other' } })
  clara = await readyClient(service)
})
afterAll(() => service.stop())
afterEach(async () => {
  service.wires.chain.mend()
  await tidy(service)
})

type Header = { number: string; hash: string }

/** Changes results of the node on their way to the service. */
function answer(change: (call: RpcCall, result: unknown) => unknown): void {
  service.wires.chain.rewrite = async ({ body }, text) => {
    const response = JSON.parse(text) as { result?: unknown }
    const { method, params = [] } = JSON.parse(body) as Partial<RpcCall> & Pick<RpcCall, 'method'>
    return JSON.stringify({ ...response, result: await change({ method, params }, response.result) })
  }
}

function headerAt(number: bigint): Promise<unknown> {
  const params = [numberToHex(number), false]
  return service.node.request({ method: 'eth_getBlockByNumber' as never, params: params as never })
}

const minted = () => service.sql`select 1 from token_transfers where to_address = ${clara.wallet} and amount = 7000007`
const readState = async (id: string) => (await clara.person.call('getJob', { params: { onchain_job_id: id } })).state

test('a final head that turns older within a step puts no old state over a newer event', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const call = {
    address: service.chain.addresses.escrow,
    abi: jobEscrowAbi,
    functionName: 'cancel',
    args: [BigInt(id)],
  }
  const hash = await callFromWallet(service, clara.person, call)
  const { blockNumber } = await service.node.getTransactionReceipt({ hash })
  let asked = 0
  answer(({ params }, result) => {
    if (params[0] !== 'finalized') return result
    asked += 1
    return asked === 1 ? result : headerAt(blockNumber - 1n)
  })
  await index(service)
  service.wires.chain.mend()
  await index(service)
  expect(await readState(id)).toBe('CANCELLED')
})

test('a cancellation that is confirmed while the final head turns older is shown with the next step', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const params = { onchain_job_id: id }
  const body = { action: 'cancel' } as const
  const challenge = await clara.person.call('createActionChallenge', { params, body, idempotencyKey: newKey() })
  let asked = 0
  answer(({ params: [block] }, result) => {
    if (block !== 'finalized') return result
    asked += 1
    return asked % 2 === 1 ? result : headerAt(BigInt((result as Header).number) - 1n)
  })
  expect(await carryOut(clara.person, challenge)).toMatchObject({ state: 'CONFIRMED' })
  service.wires.chain.mend()
  await index(service)
  expect(await readState(id)).toBe('CANCELLED')
})

type Receipt = { status: string; logs: Record<string, unknown>[] }

/** A job on chain that the indexer has not met; gives its draft. */
async function create(): Promise<string> {
  const draft = await approvedDraft(clara, await openIssue(service))
  await index(service)
  const terms = await termsOf(service, draft)
  await callFromWallet(service, clara.person, createJobCall(service.chain.addresses.escrow, terms))
  return draft.id
}

const other = `0x${'e'.repeat(64)}`

test.each<[string, (log: Record<string, unknown>) => Record<string, unknown>, RegExp]>([
  ['are called removed', () => ({ removed: true }), /calls removed/],
  ['have half a byte more', ({ data }) => ({ data: `${data}0` }), /cannot be read/],
  ['have no data', () => ({ data: '0x' }), /its contract does not emit/],
  ['have topics in capitals', ({ topics }) => ({ topics: (topics as string[]).map(inCapitals) }), /cannot be read/],
  ['are of another block', () => ({ blockHash: other }), /the log of another/],
  ['are of another height', () => ({ blockNumber: '0x1' }), /the log of another/],
  ['are of another transaction', () => ({ transactionHash: other }), /the log of another/],
  ['share one place', () => ({ logIndex: '0x0' }), /not in order/],
  ['have no place', () => ({ logIndex: undefined }), /does not say of what it is/],
])(
  'a job whose logs %s at the only node is not passed over, and is funded once they are in order',
  async (_, change, why) => {
    const id = await create()
    const changed = (receipt: Receipt) => ({
      ...receipt,
      logs: receipt.logs.map((log) => ({ ...log, ...change(log) })),
    })
    answer(({ method }, result) => {
      if (method === 'eth_getBlockReceipts') return (result as Receipt[]).map(changed)
      if (method === 'eth_getTransactionReceipt' && result) return changed(result as Receipt)
      return method === 'eth_getLogs'
        ? (result as Record<string, unknown>[]).map((log) => ({ ...log, ...change(log) }))
        : result
    })
    const before = await readCursor()
    const failure = await index(service).catch((error: Error) => error)
    expect(String((failure as Error).cause ?? failure)).toMatch(why)
    expect((await readCursor())?.indexed_block).toBe(before?.indexed_block)
    service.wires.chain.mend()
    await index(service)
    expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'FUNDED' })
  },
)

const inCapitals = (hex: string) => hex.replace(/^0x.*/, (text) => `0x${text.slice(2).toUpperCase()}`)

const readCursor = async () => (await service.sql`select * from chain_cursor`)[0]

test('readiness says when the newest block is old, and requests are served on', async () => {
  await service.node.mine({ blocks: 1 })
  expect((await clara.person.call('getReadiness', { query: { for: 'traffic' } })).chain).toMatchObject({
    is_head_old: false,
  })
  answer(({ params: [block] }, result) => {
    if (block !== 'latest') return result
    return { ...(result as Header), timestamp: numberToHex(Math.floor(Date.now() / 1_000) - 400) }
  })
  const { status, chain } = await clara.person.call('getReadiness', { query: { for: 'traffic' } })
  expect({ status, chain }).toMatchObject({ status: 'ready', chain: { is_head_old: true } })
  expect(chain.head_age_seconds).toBeGreaterThanOrEqual(400)
})

test('a node that turns to another chain gives nothing effect, however lately it served ours', async () => {
  const { id } = await createBelow(1)
  const { chain } = service.context()
  await chain.assertSameChain()
  answer(({ method }, result) => (method === 'eth_chainId' ? '0x1' : result))
  await chain.assertSameChain()
  const refused = { code: 'chain_unavailable', message: expect.stringMatching(/serves chain 1,/) }
  await expect(index(service)).rejects.toMatchObject(refused)
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'LOCKED' })
  const parties = { from: clara.wallet, to: clara.wallet, amount: 1n }
  await expect(chain.transfers(parties, 1n, 1n)).rejects.toMatchObject(refused)
  service.wires.chain.mend()
  await index(service)
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'FUNDED' })
})

test('blocks that a node does not have yet are no reorganisation', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const [job] = await service.sql`select block_number from jobs where onchain_job_id = ${id}`
  const known = BigInt(job?.block_number) - 1n
  const { indexed_block: before } = (await readCursor()) ?? {}
  await service.node.mine({ blocks: 2 })
  const isAbove = (block: unknown) => String(block).startsWith('0x') && BigInt(String(block)) > known
  answer(({ method, params }, result) => (method === 'eth_getBlockByNumber' && isAbove(params[0]) ? null : result))
  await index(service)
  answer(({ method, params: [block] }, result) => {
    if (method === 'eth_blockNumber') return numberToHex(known)
    if (method !== 'eth_getBlockByNumber') return result
    if (isAbove(block)) return null
    return block === 'latest' || block === 'finalized' ? headerAt(known) : result
  })
  await index(service)
  expect(await readCursor()).toMatchObject({ halted_reason: null, indexed_block: before })
  service.wires.chain.mend()
  await index(service)
  expect(await readCursor()).toMatchObject({ indexed_block: String(await service.node.getBlockNumber()) })
})

test('another branch that is gone when the indexer asks again halts nothing', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const [job] = await service.sql`select block_number from jobs where onchain_job_id = ${id}`
  answer(({ method }, result) => {
    const header = result as Header
    if (method !== 'eth_getBlockByNumber' || BigInt(header.number) < BigInt(job?.block_number)) return result
    return { ...header, hash: `0x${'d'.repeat(64)}` }
  })
  await expect(index(service)).rejects.toMatchObject({
    code: 'chain_unavailable',
    message: expect.stringMatching(/asks again/),
  })
  service.wires.chain.mend()
  await index(service)
  expect(await readCursor()).toMatchObject({ halted_reason: null, suspected_fork: null })
  expect(await readState(id)).toBe('OPEN')
})

test('a halt is lifted with evidence, once every block that had effect is on chain again', async () => {
  const { onchain_job_id: id } = await fundedJob(clara, await openIssue(service))
  await index(service)
  const [job] = await service.sql`select block_number from jobs where onchain_job_id = ${id}`
  await recordTransfers(service.context())
  await mint(service, clara.wallet, 7_000_007n)
  await index(service)
  const resume = () => resumeChain(service.context(), { because: 'the balancer is mended' })
  await expect(resume()).rejects.toThrow('not halted')
  const other = `0x${'d'.repeat(64)}`
  answer(({ method }, result) => {
    if (/getLogs|Receipts/.test(method)) return []
    const header = result as Header
    if (method !== 'eth_getBlockByNumber' || BigInt(header.number) < BigInt(job?.block_number)) return result
    return { ...withoutBloom(header), hash: other }
  })
  // On that branch the account was given nothing.
  await recordTransfers(service.context())
  expect(await minted()).toEqual([])
  for (let step = 0; step < 2; step += 1) await index(service).catch(() => undefined)
  expect((await readCursor())?.halted_reason).toMatch(/had effect/)
  expect(await isHalted(service.context())).toBe(true)
  expect(await chainStatus(service.context())).toMatch(new RegExp(`1 differ:[^]*${job?.block_number} .*${other}`))
  await expect(resume()).rejects.toThrow(`the node has ${other}`)
  answer(({ method, params: [block] }, result) =>
    method === 'eth_getBlockByNumber' && block === numberToHex(BigInt(job?.block_number)) ? null : result,
  )
  await expect(resume()).rejects.toThrow('no such block')
  service.wires.chain.mend()
  expect(await chainStatus(service.context())).toContain('none differs')
  await resume()
  await index(service)
  expect(await readCursor()).toMatchObject({ halted_reason: null, suspected_fork: null })
  expect(await service.sql`select evidence->>'because' as because from events where name = 'chain.resumed'`).toEqual([
    { because: 'the balancer is mended' },
  ])
  await recordTransfers(service.context())
  expect(await minted()).toHaveLength(1)
})

test('a final head of long ago is no sign that blocks wait longer to be final', async () => {
  await index(service)
  const lag = () => findFinalityLag(service.services.db)
  const before = await lag()
  const longAgo = await headerAt(1n)
  answer(({ method, params: [block] }, result) =>
    method === 'eth_getBlockByNumber' && block === 'finalized' ? longAgo : result,
  )
  await index(service)
  expect(await lag()).toBe(before)
})

/** A job on chain that the indexer has not met, below that many blocks; gives its draft. */
async function createBelow(blocks: number): Promise<{ id: string }> {
  const draft = await approvedDraft(clara, await openIssue(service))
  await index(service)
  await callFromWallet(
    service,
    clara.person,
    createJobCall(service.chain.addresses.escrow, await termsOf(service, draft)),
  )
  await service.node.mine({ blocks })
  return draft
}

/** What a step asks the node: headers, log ranges, and receipts of blocks. */
async function countRequests(context?: WorkerContext): Promise<{ headers: number; ranges: number; receipts: number }> {
  const { requests } = service.wires.chain
  const before = requests.length
  await index(service, context)
  const bodies = requests.slice(before).map(({ body }) => body)
  const count = (word: string) => bodies.filter((body) => body.includes(word)).length
  return {
    headers: count('"eth_getBlockByNumber"'),
    ranges: count('"fromBlock"'),
    receipts: count('"eth_getBlockReceipts"'),
  }
}

/** A program that has read nothing of the node yet. */
const freshContext = () => service.context({ CHAIN_HEAD_MS: '0' })
const withoutBloom = (result: unknown) => ({ ...(result as Header), logsBloom: `0x${'0'.repeat(512)}` })

test('a node that fills in no bloom filters, as on chains with other headers, is asked for its index of logs', async () => {
  const { id } = await createBelow(2)
  const context = freshContext()
  answer(({ method }, result) => (method === 'eth_getBlockByNumber' ? withoutBloom(result) : result))
  expect(await countRequests(context)).toMatchObject({ ranges: 1, receipts: 1 })
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'FUNDED' })
  service.wires.chain.mend()
  await mint(service, clara.wallet, 1n)
  expect(await countRequests(context)).toMatchObject({ ranges: 0 })
})

test('a single node that hides logs and the filters that name them makes nothing pass', async () => {
  const { id } = await createBelow(4)
  const { indexed_block: before } = (await readCursor()) ?? {}
  answer(({ method }, result) => {
    if (method === 'eth_getLogs') return []
    return method === 'eth_getBlockByNumber' ? withoutBloom(result) : result
  })
  await expect(index(service, service.context({ CHAIN_HEADERS: 'ethereum' }))).rejects.toMatchObject({
    code: 'chain_unavailable',
  })
  expect((await readCursor())?.indexed_block).toBe(before)
  service.wires.chain.mend()
  await index(service)
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'FUNDED' })
})

test('an empty answer about the logs of many blocks loses no event', async () => {
  const { id } = await createBelow(40)
  let isFirst = true
  answer(({ method }, result) => {
    if (method !== 'eth_getLogs' || !isFirst) return result
    isFirst = false
    return []
  })
  expect(await countRequests(freshContext())).toMatchObject({ ranges: 0, receipts: 1 })
  service.wires.chain.mend()
  await index(service)
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'FUNDED' })
})

test('a log that the node’s index lacks is found by the receipts of its block', async () => {
  const { id } = await createBelow(4)
  answer(({ method }, result) => (method === 'eth_getLogs' && Array.isArray(result) ? result.slice(0, -1) : result))
  await index(service, freshContext())
  service.wires.chain.mend()
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'FUNDED' })
})

test('the cursor waits below a block whose logs the node does not prove', async () => {
  const { id } = await createBelow(4)
  const { indexed_block: before } = (await readCursor()) ?? {}
  answer(({ method }, result) => (/getLogs|Receipt/.test(method) ? [] : result))
  await expect(index(service)).rejects.toMatchObject({ message: expect.stringMatching(/does not prove .* block/) })
  expect((await readCursor())?.indexed_block).toBe(before)
  service.wires.chain.mend()
  await index(service)
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'FUNDED' })
})

test('a proof of completeness costs one header per block, and one request where a bloom filter is wrong', async () => {
  await service.node.mine({ blocks: 20 })
  await index(service)
  const { headers: idle } = await countRequests()
  await service.node.mine({ blocks: 100 })
  const honest = await countRequests()
  expect(honest).toMatchObject({ ranges: 0, receipts: 0 })
  expect(honest.headers - idle).toBe(100)

  await service.node.mine({ blocks: 5 })
  answer(({ method }, result) =>
    method === 'eth_getBlockByNumber' ? { ...(result as Header), logsBloom: `0x${'f'.repeat(512)}` } : result,
  )
  expect(await countRequests()).toMatchObject({ ranges: 0, receipts: 0 })
  expect(await readCursor()).toMatchObject({ indexed_block: String(await service.node.getBlockNumber()) })
  await mint(service, clara.wallet, 1n)
  expect(await countRequests()).toMatchObject({ receipts: 1 })
})

test('a step asks the node twice with each new block, and once without one', async () => {
  const context = service.context({ CHAIN_HEAD_MS: '500', CHAIN_CONFIRMATIONS: '1' })
  const { requests } = service.wires.chain
  vi.useFakeTimers({ toFake: ['performance'] })
  const methodsOfStep = async () => {
    vi.advanceTimersByTime(1_000)
    const before = requests.length
    await index(service, context)
    return requests.slice(before).map(({ body }) => {
      const { method, params = [] } = JSON.parse(body) as Partial<RpcCall>
      return params[0] === 'latest' || params[0] === 'finalized' ? params[0] : method
    })
  }
  try {
    for (let step = 0; step < 3; step += 1) {
      await service.node.mine({ blocks: 1 })
      await methodsOfStep()
    }
    await service.node.mine({ blocks: 1 })
    expect((await methodsOfStep()).sort()).toEqual(['finalized', 'latest'])
    expect((await methodsOfStep()).sort()).toEqual(['latest'])
  } finally {
    vi.useRealTimers()
  }
})

/** Refuses log ranges of more blocks than that, as providers do, and has no bloom filters; gives how many it refused. */
function limitRanges(blocks: bigint): () => number {
  let refused = 0
  service.wires.chain.rewrite = ({ body }, text) => {
    const { id, method, params } = JSON.parse(body) as {
      id: number
      method: string
      params?: { fromBlock?: string; toBlock?: string }[]
    }
    if (method === 'eth_getBlockByNumber') {
      const response = JSON.parse(text) as { result: unknown }
      return JSON.stringify({ ...response, result: response.result && withoutBloom(response.result) })
    }
    const { fromBlock, toBlock } = params?.[0] ?? {}
    if (!fromBlock || !toBlock || BigInt(toBlock) - BigInt(fromBlock) < blocks) return text
    refused += 1
    const error = { code: -32_602, message: `The range is limited to ${blocks} blocks` }
    return JSON.stringify({ jsonrpc: '2.0', id, error })
  }
  return () => refused
}

test('log ranges that a provider refuses are halved, and what was read is kept', async () => {
  const { id } = await createBelow(60)
  const countRefused = limitRanges(10n)
  const context = freshContext()
  await index(service, context)
  expect(await clara.person.call('getDraft', { params: { id } })).toMatchObject({ state: 'FUNDED' })
  const before = countRefused()
  await service.node.mine({ blocks: 1 })
  await index(service, context)
  expect(countRefused()).toBe(before)

  const { indexed_block: start } = (await readCursor()) ?? {}
  for (let made = 0; made < 25; made += 1) await mint(service, clara.wallet, 1n)
  let answered = 0
  service.wires.chain.fate = ({ body }) => {
    if (body.includes('"eth_getLogs"')) answered += 1
    return answered > 1 ? 'cut' : 'pass'
  }
  await expect(index(service, context)).rejects.toMatchObject({ code: 'chain_unavailable' })
  expect(BigInt((await readCursor())?.indexed_block)).toBeGreaterThan(BigInt(start))
  service.wires.chain.mend()
  await index(service)
  expect(await readCursor()).toMatchObject({ indexed_block: String(await service.node.getBlockNumber()) })
})

const lagByOne = async () => lagBehind(service, (await service.node.getBlockNumber()) - 1n)

test('a node that lags behind an approval or a funding is waited for, and its old allowance is not believed', async () => {
  const { id } = await approvedDraft(clara, await openIssue(service))
  await lagByOne()
  expect(await refusal(askToFund(clara.person, id))).toMatchObject({ code: 'chain_unavailable', retryable: true })
  service.wires.chain.mend()
  const challenge = await askToFund(clara.person, id)
  expect(await carryOut(clara.person, challenge)).toMatchObject({ state: 'CONFIRMED' })
  const next = await readyDraft(clara, await openIssue(service))
  await lagByOne()
  const approve = () =>
    clara.person.call('createApprovalChallenge', { params: { id: next.id }, idempotencyKey: newKey() })
  expect(await refusal(approve())).toMatchObject({ code: 'chain_unavailable', retryable: true })
  service.wires.chain.mend()
  expect(await approve()).toMatchObject({ status: 'challenge' })
})

test('a node that lags behind a funding does not say what may be done with the job', async () => {
  const { onchain_job_id } = await fundedJob(clara, await openIssue(service))
  const [row] = await service.sql<{ block: string }[]>`
    select last_event_block as block from jobs where onchain_job_id = ${onchain_job_id}`
  const cancel = () =>
    clara.person.call('createActionChallenge', {
      params: { onchain_job_id },
      body: { action: 'cancel' },
      idempotencyKey: newKey(),
    })
  lagBehind(service, BigInt(row?.block ?? 0) - 1n)
  expect(await refusal(cancel())).toMatchObject({ code: 'chain_unavailable', retryable: true })
  service.wires.chain.mend()
  expect(await cancel()).toMatchObject({ status: 'challenge' })
})

test('the newest block that readiness gives is never older than the one the service has read', async () => {
  await mint(service, clara.wallet, 1n)
  await index(service)
  const { number } = (await headerAt(await service.node.getBlockNumber())) as Header
  answer(({ params }, result) => (params[0] === 'latest' ? headerAt(BigInt(number) - 1n) : result))
  const { chain } = await clara.person.call('getReadiness', { query: { for: 'traffic' } })
  expect([chain.head_block, chain.indexed_block]).toEqual([String(BigInt(number)), String(BigInt(number))])
})

import type { PublicClient } from 'viem'
import { bloomTest } from '#lib/chain/log-bloom.ts'
import type { ChainEnv } from '#lib/env.ts'
import { attempt } from './attempt.ts'
import { type Finding, lack, note, ok } from './finding.ts'

type Found = Omit<Finding, 'target'>

const longestRange = 2_000n
/** Blocks in which receipts and logs are looked for. */
const sampledBlocks = 64

/** Ranges of logs, receipts, and the bloom filters by which blocks without events are passed. */
export async function checkLogs(client: PublicClient, env: ChainEnv): Promise<Found[]> {
  const latest = await client.getBlockNumber({ cacheTime: 0 })
  const sample = await findSample(client, env, latest)
  if (!sample)
    return [
      await checkRange(client, env, latest),
      note('receipts', `not checked: the newest ${sampledBlocks} blocks are empty`),
    ]
  return [await checkRange(client, env, latest), await checkReceipts(client, sample), await checkBloom(client, sample)]
}

async function checkRange(client: PublicClient, env: ChainEnv, latest: bigint): Promise<Found> {
  const check = 'ranges of logs'
  const longest = latest + 1n < longestRange ? latest + 1n : longestRange
  for (let blocks = longest; blocks >= 1n; blocks /= 2n) {
    const fromBlock = latest - blocks + 1n
    if (!(await attempt(() => client.getLogs({ address: env.ESCROW_ADDRESS, fromBlock, toBlock: latest })))) continue
    if (blocks >= 10n || blocks === longest) return ok(check, `${blocks} blocks at once`)
    return note(check, `${blocks} blocks at once, which costs more requests while the indexer catches up`)
  }
  return lack(check, 'refused', 'Events cannot be read: use a node that supports eth_getLogs.')
}

type Sample = { number: bigint; bloom: string | null; transactions: readonly `0x${string}`[] }

/** The newest block that holds a transaction, the deployment's, or the one of the escrow's newest event. */
async function findSample(client: PublicClient, env: ChainEnv, latest: bigint): Promise<Sample | undefined> {
  const newest = Array.from({ length: sampledBlocks }, (_, index) => latest - BigInt(index)).filter((at) => at >= 0n)
  for (const blockNumber of [...newest, BigInt(env.ESCROW_DEPLOYMENT_BLOCK)]) {
    const sample = await readSample(client, blockNumber)
    if (sample) return sample
  }
  const fromBlock = latest > longestRange ? latest - longestRange : 0n
  const logs = await attempt(() => client.getLogs({ address: env.ESCROW_ADDRESS, fromBlock, toBlock: latest }))
  const at = logs?.at(-1)?.blockNumber
  return at === undefined ? undefined : readSample(client, at)
}

async function readSample(client: PublicClient, number: bigint): Promise<Sample | undefined> {
  const block = await attempt(() => client.getBlock({ blockNumber: number }))
  if (!block || block.transactions.length === 0) return undefined
  return { number, bloom: block.logsBloom, transactions: block.transactions }
}

async function checkReceipts(client: PublicClient, { number, transactions }: Sample): Promise<Found> {
  const together = await attempt(() => client.getBlockReceipts({ blockNumber: number }))
  if (together?.length === transactions.length) return ok('receipts', 'of a block at once')
  const singly = await readSingly(client, transactions)
  if (singly)
    return note('receipts', 'one at a time, which costs a request for each transaction of a block with events')
  return lack(
    'receipts',
    `missing in block ${number}`,
    'Events there are never proven, so jobs wait: use a node that keeps receipts.',
  )
}

async function checkBloom(client: PublicClient, sample: Sample): Promise<Found> {
  const receipts = await readSingly(client, sample.transactions)
  const log = receipts?.flatMap(({ logs }) => logs)[0]
  if (!log) return note('bloom filters', 'no block with a log was found')
  const mayHold = bloomTest([log.address])
  if (mayHold(sample.bloom as `0x${string}` | null))
    return ok('bloom filters', `name the logs of block ${sample.number}`)
  return lack(
    'bloom filters',
    `empty in block ${sample.number}, which has logs`,
    'Events would be passed over: use a node that gives the filters.',
  )
}

async function readSingly(client: PublicClient, transactions: Sample['transactions']) {
  return attempt(() => Promise.all(transactions.slice(0, 20).map((hash) => client.getTransactionReceipt({ hash }))))
}

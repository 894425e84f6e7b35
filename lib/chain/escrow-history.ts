import { BlockNotFoundError, type PublicClient, type Block as RpcBlock, toEventSelector } from 'viem'
import { Failure } from '#lib/domain/failure.ts'
import type { Address, Block, Chain, EscrowHistory, EscrowLog, Hash } from '#lib/ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import type { BlockSpan } from './block-span.ts'
import { decodeEscrowLog } from './escrow-events.ts'
import { logBloomTest } from './log-bloom.ts'
import { readRangeStart } from './read-range.ts'

const parallelHeaders = 64
/** A node that knows a block by its hash has its logs; this many empty answers make the bloom filter a false positive. */
const hashTries = 3

const topics = jobEscrowAbi.filter((item) => item.type === 'event').map((event) => toEventSelector(event))

type Header = RpcBlock<bigint, boolean, 'latest'>

/** Reads the escrow's logs with the headers that prove them complete. */
export function historyReader(client: PublicClient, escrow: Address, span: BlockSpan): Chain['escrowHistory'] {
  const mayHoldLogs = logBloomTest(escrow, topics)
  return async ({ from, to, provenTo, parent }) => {
    const range = { fromBlock: from, toBlock: to }
    const { answer, last } = await readRangeStart(span, range, (part) => readEscrowLogs(client, escrow, part))
    const byBlock = Map.groupBy(answer, (log) => log.blockNumber)
    const history: EscrowHistory = { blocks: [], logs: [] }
    let above = parent
    for (const header of await readHeaders(client, from, last)) {
      if (above && header.parentHash !== above) throw changed()
      above = header.hash
      const found = byBlock.get(header.number) ?? []
      if (found.some((log) => log.blockHash !== header.hash)) throw changed()
      const isProven = found.length > 0 || header.number <= provenTo || !mayHoldLogs(header.logsBloom)
      history.logs.push(...(isProven ? found : await readByHash(client, escrow, header.hash)))
      history.blocks.push(toBlock(header))
    }
    return history
  }
}

/** The escrow's logs of a range of blocks or of the block with that hash, which the node has to know. */
export async function readEscrowLogs(
  client: PublicClient,
  escrow: Address,
  where: { fromBlock: bigint; toBlock: bigint } | { blockHash: Hash },
): Promise<EscrowLog[]> {
  const logs = await client.getLogs({ address: escrow, ...where })
  return logs.flatMap((log) => decodeEscrowLog(log, escrow) ?? [])
}

async function readByHash(client: PublicClient, escrow: Address, blockHash: Hash): Promise<EscrowLog[]> {
  for (let tries = 0; tries < hashTries; tries += 1) {
    const logs = await readEscrowLogs(client, escrow, { blockHash })
    if (logs.length > 0) return logs
  }
  return []
}

/** The headers from `from` on, up to `to` or to the first block that the node does not have. */
async function readHeaders(client: PublicClient, from: bigint, to: bigint): Promise<Header[]> {
  const headers: Header[] = []
  for (let first = from; first <= to; first += BigInt(parallelHeaders)) {
    const length = Math.min(parallelHeaders, Number(to - first) + 1)
    const reads = Array.from({ length }, (_, index) => findHeader(client, first + BigInt(index)))
    for (const header of await Promise.all(reads)) {
      if (!header) return headers
      headers.push(header)
    }
  }
  return headers
}

/** Null for a block that the node does not have. */
export async function findHeader(client: PublicClient, number: bigint): Promise<Header | null> {
  try {
    return await client.getBlock({ blockNumber: number })
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null
    throw error
  }
}

export function toBlock({ number, hash, timestamp }: RpcBlock<bigint, boolean, 'latest' | 'finalized'>): Block {
  return { number, hash, timestamp }
}

function changed(): Failure {
  return new Failure('chain_unavailable', 'The chain changed while it was read.', { retryAfterSeconds: 2 })
}

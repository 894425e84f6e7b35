import { type AbiEvent, type PublicClient, toEventSelector } from 'viem'
import { Failure } from '../domain/failure.ts'
import type { Chain, EscrowHistory, EscrowLog, Hash } from '../ports/chain.ts'
import { NoBlockError } from './agreement.ts'
import { readBlockLogs } from './block-logs.ts'
import { type BlockSpan, blockSpan } from './block-span.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { type Contracts, decodeEscrowLog, escrowEvents, registryEvents } from './escrow-events.ts'
import { type Header, readHeaders, toBlock } from './headers.ts'
import { logBloomTest } from './log-bloom.ts'
import { findPatiently } from './patiently.ts'
import { readRangeStart } from './read-range.ts'

const topicsOf = (events: readonly AbiEvent[]) => events.map((event) => toEventSelector(event))

type ReadHistory = Chain['escrowHistory']

/** Blocks in one request for logs, where the provider allows as many. */
const maxLogBlocks = 500n
/** Blocks that several nodes are compared on at once. */
const comparedBlocks = 128n

/** Reads the logs of escrow and registry; with several nodes, two of them have to prove the same ones for the same blocks. */
export function historyOf(nodes: Nodes, heads: Heads, contracts: Contracts): ReadHistory {
  // The newest header that was seen is that of a single node alone.
  const newest = () => (nodes.all.length === 1 ? heads.newest() : undefined)
  const readers = new Map(
    nodes.all.map(({ client }) => [
      client,
      historyReader(client, contracts, { span: blockSpan(maxLogBlocks), newest }),
    ]),
  )
  const [only] = readers.values()
  if (only && readers.size === 1) return only
  return async (range) => {
    const to = range.to - range.from < comparedBlocks ? range.to : range.from + comparedBlocks - 1n
    const readTo = (to: bigint) => nodes.agree((client) => readWhole(readers.get(client), { ...range, to }))
    try {
      return await readTo(to)
    } catch (error) {
      // Nodes that announce a block long before they answer about it have the older ones.
      if (!(error instanceof NoBlockError) || to === range.from) throw error
      return readTo(range.from + (to - range.from) / 2n)
    }
  }
}

/** Reads on until the range is complete. */
async function readWhole(read: ReadHistory | undefined, range: Parameters<ReadHistory>[0]): Promise<EscrowHistory> {
  const whole: EscrowHistory = { blocks: [], logs: [] }
  let next = range
  while (read && next.from <= range.to) {
    const history = await findPatiently(() => readSome(read, next))
    const last = history?.blocks.at(-1)
    if (!history || !last) throw new NoBlockError(next.from)
    const { blocks, logs } = history
    whole.blocks.push(...blocks)
    whole.logs.push(...logs)
    next = { ...range, from: last.number + 1n, parent: last.hash }
  }
  return whole
}

/** Nothing where the node does not have the first block. */
async function readSome(read: ReadHistory, range: Parameters<ReadHistory>[0]): Promise<EscrowHistory | undefined> {
  const history = await read(range)
  return history.blocks.length > 0 ? history : undefined
}

/** Reads the logs with the headers and receipts that prove them complete. */
function historyReader(
  client: PublicClient,
  contracts: Contracts,
  { span, newest }: { span: BlockSpan; newest: () => Header | undefined },
): ReadHistory {
  const mayHoldEscrowLogs = logBloomTest(contracts.escrow, topicsOf(escrowEvents))
  const mayHoldRegistryLogs = logBloomTest(contracts.registry, topicsOf(registryEvents))
  const mayHoldLogs = (bloom: Hash | null) => mayHoldEscrowLogs(bloom) || mayHoldRegistryLogs(bloom)
  let fillsBlooms = false
  return async ({ from, to, parent }) => {
    const headers = await readHeaders(client, from, span.lastOf(from, to), newest())
    // Where a node fills in bloom filters, these and the receipts tell all, and its index of logs has nothing to add.
    fillsBlooms ||= headers.some(({ logsBloom }) => BigInt(logsBloom ?? 0) !== 0n)
    const isIndexNeeded = !fillsBlooms && headers.some(({ transactions }) => transactions.length > 0)
    const range = { fromBlock: from, toBlock: headers.at(-1)?.number ?? from }
    const { answer, last } = isIndexNeeded
      ? await readRangeStart(span, range, (part) => readEscrowLogs(client, contracts, part))
      : { answer: [], last: range.toBlock }
    const byBlock = Map.groupBy(answer, (log) => log.blockNumber)
    const history: EscrowHistory = { blocks: [], logs: [] }
    let above = parent
    for (const header of headers.filter(({ number }) => number <= last)) {
      const found = byBlock.get(header.number) ?? []
      assertSameBranch(header, above, found)
      above = header.hash
      const isProven = found.length === 0 && !mayHoldLogs(header.logsBloom)
      const logs = isProven ? found : await readReceiptLogs(client, contracts, header)
      if (!logs) return unlessEmpty(history, header)
      history.logs.push(...logs)
      history.blocks.push(toBlock(header))
    }
    return history
  }
}

function assertSameBranch(header: Header, above: Hash | undefined, found: readonly EscrowLog[]): void {
  const follows = above === undefined || header.parentHash === above
  if (follows && found.every((log) => log.blockHash === header.hash)) return
  throw new Failure('chain_unavailable', 'The chain changed while it was read.', { retryAfterSeconds: 2 })
}

/** What was read below a block whose logs are not proven. */
function unlessEmpty(history: EscrowHistory, { number }: Header): EscrowHistory {
  if (history.blocks.length > 0) return history
  const message = `The node does not prove which logs block ${number} holds.`
  throw new Failure('chain_unavailable', message, { retryAfterSeconds: 2 })
}

/** The followed events of escrow and registry in a range of blocks, as the node's index has them. */
export async function readEscrowLogs(
  client: PublicClient,
  contracts: Contracts,
  range: { fromBlock: bigint; toBlock: bigint },
): Promise<EscrowLog[]> {
  const address = [contracts.escrow, contracts.registry]
  const logs = await client.getLogs({ address, events: [...escrowEvents, ...registryEvents], ...range })
  return logs.flatMap((log) => decodeEscrowLog(log, contracts) ?? [])
}

async function readReceiptLogs(
  client: PublicClient,
  contracts: Contracts,
  header: Header,
): Promise<EscrowLog[] | undefined> {
  const logs = await readBlockLogs(client, header)
  return logs?.flatMap((log) => decodeEscrowLog(log, contracts) ?? [])
}

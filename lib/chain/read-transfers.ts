import { type PublicClient, pad, toEventSelector } from 'viem'
import { Failure } from '../domain/failure.ts'
import type { Address, Chain, MinedTransfer, TransferHistory, TransferQuery } from '../ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { NodeLacksError } from './agreement.ts'
import { type MinedLog, readBlockLogs } from './block-logs.ts'
import type { Nodes } from './chain-nodes.ts'
import { type Header, readHeaders } from './headers.ts'
import { bloomTest } from './log-bloom.ts'
import { lowerAddress } from './parse-address.ts'
import { decodeTokenLog } from './token-events.ts'

const transferTopic = erc20Abi
  .filter((item) => item.type === 'event' && item.name === 'Transfer')
  .map((event) => toEventSelector(event))

/** Reads transfers; with several nodes, two of them have to prove the same ones, or nothing of the range is known. */
export function transferReader(nodes: Nodes, token: Address): Chain['transfers'] {
  return async (query, from, to) => {
    const range = { from, to }
    if (nodes.all.length === 1) return nodes.agree((client) => readTransfers(client, token, query, range))
    try {
      return await nodes.agree((client) => readProven(client, token, query, range))
    } catch (error) {
      if (error instanceof NodeLacksError) return { transfers: [], provenTo: from - 1n }
      throw error
    }
  }
}

async function readProven(...read: Parameters<typeof readTransfers>): Promise<TransferHistory> {
  const [, , , { to }] = read
  const history = await readTransfers(...read)
  if (history.provenTo >= to) return history
  throw new NodeLacksError(`It does not prove which transfers block ${history.provenTo + 1n} holds.`)
}

/**
 * The transfers of exactly that amount between two accounts. A block is passed only when its header's bloom filter rules
 * such a transfer out, or when the receipts of all its transactions were read; no index of logs is believed.
 */
async function readTransfers(
  client: PublicClient,
  token: Address,
  query: TransferQuery,
  range: { from: bigint; to: bigint },
): Promise<TransferHistory> {
  const mayHold = bloomTest([token, ...transferTopic, pad(query.from), pad(query.to)])
  const transfers: MinedTransfer[] = []
  let above: Header | undefined
  for (const header of await readHeaders(client, range.from, range.to)) {
    if (above && header.parentHash !== above.hash)
      throw new Failure('chain_unavailable', 'The chain changed while it was read.', { retryAfterSeconds: 2 })
    const logs = mayHold(header.logsBloom) ? await readBlockLogs(client, header) : []
    if (!logs) break
    for (const log of logs) if (isTransfer(log, token, query)) transfers.push(toTransfer(log))
    above = header
  }
  return { transfers, provenTo: above?.number ?? range.from - 1n }
}

function isTransfer(log: MinedLog, token: Address, query: TransferQuery): boolean {
  const event = decodeTokenLog(log, token, 'Transfer')
  if (!event || event.amount !== query.amount) return false
  return event.from === lowerAddress(query.from) && event.to === lowerAddress(query.to)
}

function toTransfer({ transactionHash, blockNumber, blockHash, logIndex }: MinedLog): MinedTransfer {
  return { transactionHash, blockNumber, blockHash, logIndex }
}

import {
  BlockNotFoundError,
  type GetBlockReturnType,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Address, Hash } from '../ports/chain.ts'
import { NodeLacksError } from './agreement.ts'
import { readBlockLogs } from './block-logs.ts'
import { lowerAddress } from './parse-address.ts'

/** Undefined while the node knows of no such mined transaction. */
export async function findReceipt(client: PublicClient, hash: Hash): Promise<TransactionReceipt | undefined> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

/**
 * The receipt of a transaction in a canonical block; undefined while the node has none, or does not show the events of
 * these contracts elsewhere yet. Throws `NodeLacksError` for one that the node's own block, index of logs or other receipts
 * contradict. A failure, and a success without an event, are believed only where the whole block shows none of the
 * transaction.
 */
export async function findMined(
  client: PublicClient,
  hash: Hash,
  contracts: readonly Address[],
): Promise<TransactionReceipt | undefined> {
  const receipt = await findReceipt(client, hash)
  const block = receipt && (await canonicalBlock(client, receipt))
  if (!receipt || !block) return undefined
  if (!block.transactions.includes(receipt.transactionHash))
    throw new NodeLacksError('It answers with the receipt of a transaction that its block does not hold.')
  const isOwn = (log: Placed) =>
    log.transactionHash === receipt.transactionHash && contracts.includes(lowerAddress(log.address))
  const inReceipt = receipt.logs.filter(isOwn)
  const { blockNumber } = receipt
  const range = { fromBlock: blockNumber, toBlock: blockNumber }
  const indexed = (await client.getLogs({ address: [...contracts], ...range })).filter(isOwn)
  const isInReceipt = ({ logIndex }: Placed) => inReceipt.some((log) => log.logIndex === logIndex)
  if (!indexed.every(isInReceipt)) throw new NodeLacksError(contradiction)
  if (indexed.length < inReceipt.length) return undefined
  if (receipt.status === 'success' && inReceipt.length > 0) return receipt
  const whole = await readBlockLogs(client, block)
  if (!whole) throw new NodeLacksError(`It does not prove which events block ${blockNumber} holds.`)
  if (inReceipt.length > 0 || whole.some(isOwn)) throw new NodeLacksError(contradiction)
  return receipt
}

type Placed = { address: Address; transactionHash: Hash | null; logIndex: number | null }

const contradiction = 'It answers with a receipt that the events of its block contradict.'

/** The block that the receipt names; undefined when another one, or none yet, has its number. */
async function canonicalBlock(
  client: PublicClient,
  { blockNumber, blockHash }: TransactionReceipt,
): Promise<GetBlockReturnType | undefined> {
  try {
    const block = await client.getBlock({ blockNumber })
    return block.hash === blockHash ? block : undefined
  } catch (error) {
    if (error instanceof BlockNotFoundError) return undefined
    throw error
  }
}

import {
  BlockNotFoundError,
  type Log,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Header } from './headers.ts'
import { explainsBloom } from './log-bloom.ts'
import { rpcAnswer } from './revert.ts'

export type MinedLog = Log<bigint, number, false>

/**
 * Every log of a block, from the receipts of all transactions that its header names, so that a node whose index of logs
 * lacks one does not hide it. Null while the node does not give a receipt of this very block for each of them, or leaves
 * out a log that the header's filter shows.
 */
export async function readBlockLogs(client: PublicClient, header: Header): Promise<MinedLog[] | null> {
  if (header.transactions.length === 0) return []
  const receipts = (await readTogether(client, header)) ?? (await readEach(client, header))
  const byHash = new Map(receipts.map((receipt) => [receipt.transactionHash, receipt]))
  const isWhole = header.transactions.every((hash) => byHash.get(hash)?.blockHash === header.hash)
  const logs = receipts.flatMap((receipt) => receipt.logs)
  return isWhole && explainsBloom(header.logsBloom, logs) ? logs : null
}

/** Undefined where the node refuses to give the receipts of a block at once. */
async function readTogether(client: PublicClient, { number }: Header): Promise<TransactionReceipt[] | undefined> {
  try {
    return await client.getBlockReceipts({ blockNumber: number })
  } catch (error) {
    if (error instanceof BlockNotFoundError) return []
    if (rpcAnswer(error)) return undefined
    throw error
  }
}

async function readEach(client: PublicClient, { transactions }: Header): Promise<TransactionReceipt[]> {
  const receipts: TransactionReceipt[] = []
  for (const hash of transactions) {
    try {
      receipts.push(await client.getTransactionReceipt({ hash }))
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return []
      throw error
    }
  }
  return receipts
}

import { type PublicClient, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import type { Hash } from '../ports/chain.ts'

/** Undefined while the node knows of no such mined transaction. */
export async function findReceipt(client: PublicClient, hash: Hash): Promise<TransactionReceipt | undefined> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined
    throw error
  }
}

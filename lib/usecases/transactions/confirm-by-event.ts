import type { Transaction } from '../../data/database.ts'
import { lockTransactions, type TransactionTarget } from '../../data/transactions.ts'
import { creditedRow } from '../../domain/transaction.ts'
import type { EscrowLog } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { moveInside } from './move.ts'

type EventPosition = Pick<EscrowLog, 'transactionHash' | 'blockNumber' | 'blockHash' | 'logIndex'>

/**
 * Confirms the transaction that asked for what a final event of the escrow proves, even one that had ended without it.
 * The rows are locked first, so that no concurrent move can be lost or lose. Safe to repeat.
 */
export async function confirmByEvent(
  ctx: Context,
  tx: Transaction,
  target: TransactionTarget,
  event: EventPosition,
): Promise<void> {
  const { transactionHash, blockNumber, blockHash, logIndex } = event
  const row = creditedRow(await lockTransactions(tx, target), transactionHash)
  if (!row) return
  const facts = { transactionHash, blockNumber, blockHash, logIndex, failureCode: null, failureDetail: null }
  const confirmed = await moveInside(ctx, tx, row, 'CONFIRMED', facts)
  if (!confirmed) throw new Error(`transaction ${row.id} moved while it was locked`)
}

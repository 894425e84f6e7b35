import type { Transaction } from '../../data/database.ts'
import { forgetBooksAbove } from '../../data/escrow-books.ts'
import { rewindTransfers } from '../../data/token-transfers.ts'
import { rewindMarks } from '../../data/wallet-outflows.ts'
import { markUnplaced } from '../../data/withdrawals.ts'

/**
 * Forgets what was read of blocks above this one, which may not be on chain any more: the worker reads the token's transfers again,
 * finds where those of confirmed withdrawals are now, compares the service's wallets from there on, and sums the books again.
 */
export async function forgetAbove(tx: Transaction, block: bigint): Promise<void> {
  await rewindMarks(tx, block)
  await rewindTransfers(tx, block)
  await markUnplaced(tx, block)
  await forgetBooksAbove(tx, block)
}

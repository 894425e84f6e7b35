import type { TransferRow } from '../../data/token-transfers.ts'
import type { TransactionView } from '../../data/transactions.ts'

/** A transfer of the wallet, or a call of which no transfer tells. */
export type LedgerRow = { at: Date } & ({ transfer: TransferRow } | { transaction: TransactionView })

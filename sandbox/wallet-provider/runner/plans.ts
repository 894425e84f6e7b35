import type { Call, ShownRequest, Transaction } from '../store/transactions.ts'

/** What an approved challenge does, by its type; kept with the challenge until then. */
export type WalletPlan = { accountType: 'SCA' | 'EOA'; name: string | null; refId: string | null }
export type TransactionPlan = {
  walletId: string
  operation: Transaction['operation']
  refId: string
  call: Call
  shown: ShownRequest
}
export type OperationPlan = { transactionId: string }

import type { Hash } from '../ports/chain.ts'
import type { ProviderTransaction } from '../ports/wallets.ts'

type WireTransaction = {
  id: string
  state: string
  walletId?: string
  txHash?: string
  refId?: string
  errorReason?: string
  errorDetails?: string
}

/** `userOpHash` is on the wire for smart accounts though the SDK's type lacks it. */
export function toProviderTransaction(transaction: WireTransaction & { userOpHash?: string }): ProviderTransaction {
  return {
    id: transaction.id,
    state: transaction.state,
    walletId: transaction.walletId ?? null,
    transactionHash: toHash(transaction.txHash),
    userOperationHash: toHash(transaction.userOpHash),
    referenceId: transaction.refId || null,
    errorReason: [transaction.errorReason, transaction.errorDetails].filter(Boolean).join(': ') || null,
  }
}

function toHash(text: string | undefined): Hash | null {
  return text && /^0x[0-9a-fA-F]{64}$/.test(text) ? (text.toLowerCase() as Hash) : null
}

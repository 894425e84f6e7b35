import { getAddress } from 'viem'
import type { Attempt } from '../chain/bundler.ts'
import { requireHex } from '../chain/hex.ts'
import type { Signer } from '../chain/user-operation.ts'
import type { Provider } from '../provider.ts'
import { inTransaction } from '../store/database.ts'
import { type Call, storeAttempt, type Transaction } from '../store/transactions.ts'
import { requireStoredWallet } from '../store/wallets.ts'
import { changeTransaction } from './change-transaction.ts'

type Sending = {
  /** Signed, stored and announced as sent, but no node hears of it. */
  isWithheld?: boolean
  /** Another limit for the call than was estimated. */
  callGas?: bigint
}

/** Brings a transaction's operation on its way, or on it again; true when it now counts as sent. */
export async function send(provider: Provider, transaction: Transaction, sending: Sending = {}): Promise<boolean> {
  const wallet = requireStoredWallet(provider.db, transaction.wallet_id)
  const planned: Call = JSON.parse(transaction.call_json)
  const earlier = readAttempt(transaction)
  let txHash = earlier?.txHash
  const outcome = await provider.chain.submit({
    signer: toSigner(wallet),
    call: { ...planned, gas: (sending.callGas ?? BigInt(planned.gas)).toString() },
    attempt: earlier,
    isWithheld: sending.isWithheld ?? false,
    store: (attempt) => {
      keepAttempt(provider, transaction, attempt)
      txHash = attempt.txHash
    },
  })
  if (outcome !== 'sent') txHash = outcome.txHash
  return changeTransaction(provider, transaction, { state: 'SENT', ...(txHash && { txHash }) })
}

export function readAttempt(transaction: Transaction): Attempt | undefined {
  if (transaction.attempt_json === null) return undefined
  const attempt: Attempt = JSON.parse(transaction.attempt_json)
  return attempt
}

export function keepAttempt(provider: Provider, transaction: Transaction, attempt: Attempt): void {
  const stored = { userOpHash: attempt.userOpHash, json: JSON.stringify(attempt) }
  inTransaction(provider.db, () => storeAttempt(provider.db, transaction.id, stored))
}

function toSigner(wallet: { address: string; owner_key: string }): Signer {
  return { address: getAddress(wallet.address), ownerKey: requireHex(wallet.owner_key) }
}

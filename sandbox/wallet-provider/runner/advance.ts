import { formatEther, getAddress } from 'viem'
import type { Attempt } from '../chain/bundler.ts'
import { requireHex } from '../chain/hex.ts'
import type { Outcome } from '../chain/outcome.ts'
import type { Signer } from '../chain/user-operation.ts'
import type { Provider } from '../provider.ts'
import { inTransaction } from '../store/database.ts'
import { type Call, storeAttempt, type Transaction, type TransactionState } from '../store/transactions.ts'
import { requireStoredWallet } from '../store/wallets.ts'
import { changeTransaction } from './change-transaction.ts'

/** What one look at an unfinished transaction does; true when it moved. */
type Step = (provider: Provider, transaction: Transaction) => boolean | Promise<boolean>

const resendAfterMs = 5_000

const steps: Partial<Record<TransactionState, Step>> = {
  INITIATED: (provider, transaction) => changeTransaction(provider, transaction, { state: 'CLEARED' }),
  CLEARED: (provider, transaction) => changeTransaction(provider, transaction, { state: 'QUEUED' }),
  QUEUED: send,
  SENT: watch,
  CONFIRMED: (provider, transaction) => changeTransaction(provider, transaction, { state: 'COMPLETE' }),
}

/** Takes a transaction one state further, if it can go; true when it did. */
export async function advance(provider: Provider, transaction: Transaction): Promise<boolean> {
  return (await steps[transaction.state]?.(provider, transaction)) ?? false
}

async function send(provider: Provider, transaction: Transaction): Promise<boolean> {
  let txHash = readAttempt(transaction)?.txHash
  const outcome = await submit(provider, transaction, (attempt) => {
    txHash = attempt.txHash
  })
  if (outcome !== 'sent') txHash = outcome.txHash
  return changeTransaction(provider, transaction, { state: 'SENT', ...(txHash && { txHash }) })
}

async function watch(provider: Provider, transaction: Transaction): Promise<boolean> {
  const attempt = readAttempt(transaction)
  const outcome = attempt && (await provider.chain.outcome(attempt))
  if (outcome) return changeTransaction(provider, transaction, toChange(outcome))
  // The chain may have lost what was sent, as after a crash of the local node.
  const age = provider.now().getTime() - transaction.updated_at
  return age > resendAfterMs ? await send(provider, transaction) : false
}

async function submit(provider: Provider, transaction: Transaction, onStored: (attempt: Attempt) => void) {
  const wallet = requireStoredWallet(provider.db, transaction.wallet_id)
  const call: Call = JSON.parse(transaction.call_json)
  return await provider.chain.submit({
    signer: toSigner(wallet),
    call,
    attempt: readAttempt(transaction),
    store: (attempt) => {
      const stored = { userOpHash: attempt.userOpHash, json: JSON.stringify(attempt) }
      inTransaction(provider.db, () => storeAttempt(provider.db, transaction.id, stored))
      onStored(attempt)
    },
  })
}

function readAttempt(transaction: Transaction): Attempt | undefined {
  if (transaction.attempt_json === null) return undefined
  const attempt: Attempt = JSON.parse(transaction.attempt_json)
  return attempt
}

function toSigner(wallet: { address: string; owner_key: string }): Signer {
  return { address: getAddress(wallet.address), ownerKey: requireHex(wallet.owner_key) }
}

/** A failed inner call is a failed transaction, whatever its outer receipt says. */
function toChange(outcome: Outcome) {
  const { txHash } = outcome
  const mined = {
    blockHash: outcome.blockHash,
    blockHeight: Number(outcome.blockNumber),
    networkFee: formatEther(outcome.cost),
    firstConfirmDate: `${outcome.blockTime.toISOString().slice(0, 19)}Z`,
  }
  if (outcome.success) return { state: 'CONFIRMED', txHash, mined } as const
  const details = outcome.revertReason ?? 'the call reverted without a reason'
  return { state: 'FAILED', txHash, mined, error: { reason: 'FAILED_ON_CHAIN', details } } as const
}

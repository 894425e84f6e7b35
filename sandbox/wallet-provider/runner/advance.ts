import { formatEther } from 'viem'
import type { Outcome } from '../chain/outcome.ts'
import type { Provider } from '../provider.ts'
import type { Transaction, TransactionState } from '../store/transactions.ts'
import { changeTransaction } from './change-transaction.ts'
import { fatedStep, type Step } from './fated-steps.ts'
import { readAttempt, send } from './send.ts'

const resendAfterMs = 5_000

const steps: Partial<Record<TransactionState, Step>> = {
  INITIATED: (provider, transaction) => changeTransaction(provider, transaction, { state: 'CLEARED' }),
  CLEARED: (provider, transaction) => changeTransaction(provider, transaction, { state: 'QUEUED' }),
  QUEUED: (provider, transaction) => send(provider, transaction),
  SENT: watch,
  CONFIRMED: (provider, transaction) => changeTransaction(provider, transaction, { state: 'COMPLETE' }),
}

/** Takes a transaction one state further, if it can go; true when it did. */
export async function advance(provider: Provider, transaction: Transaction): Promise<boolean> {
  const step = fatedStep(provider, transaction) ?? steps[transaction.state]
  return (await step?.(provider, transaction)) ?? false
}

async function watch(provider: Provider, transaction: Transaction): Promise<boolean> {
  const attempt = readAttempt(transaction)
  const outcome = attempt && (await provider.chain.outcome(attempt))
  if (outcome) return changeTransaction(provider, transaction, toChange(outcome))
  // The chain may have lost what was sent, as after a crash of the local node.
  const age = provider.now().getTime() - transaction.updated_at
  return attempt?.mustOutbid || age > resendAfterMs ? await send(provider, transaction) : false
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

import type { Fate } from '../faults/settings.ts'
import type { Provider } from '../provider.ts'
import type { Transaction, TransactionChange, TransactionState } from '../store/transactions.ts'
import { changeTransaction } from './change-transaction.ts'
import { keepAttempt, readAttempt, send } from './send.ts'

/** What one look at an unfinished transaction does; true when it moved. */
export type Step = (provider: Provider, transaction: Transaction) => boolean | Promise<boolean>

const replacedAfterMs = 500
/** Enough for the EntryPoint to run the call, and for no call to get anywhere. */
const starvedGas = 3_000n

/** The step that a transaction takes because of a requested fault; undefined where it goes on as any other. */
export function fatedStep(provider: Provider, transaction: Transaction): Step | undefined {
  const { fates } = provider.faults
  const fate = fates.find(transaction.id)
  if (!fate) return undefined
  return fates.isHeld(transaction) ? () => false : stepOf(fate, transaction.state)
}

function stepOf(fate: Fate, state: TransactionState): Step | undefined {
  if ('end' in fate) return state === (fate.end === 'DENIED' ? 'INITIATED' : 'QUEUED') ? to(toEnd(fate)) : undefined
  if ('stuckAfter' in fate && state === fate.stuckAfter) return to({ state: 'STUCK' })
  if (state === 'QUEUED') return 'innerFailure' in fate ? starve : isWithheld(fate) ? withhold : undefined
  if (state !== 'SENT') return undefined
  if ('replaced' in fate) return replace
  return 'failAfterBroadcast' in fate ? failWhenMined(fate) : undefined
}

function isWithheld(fate: Fate): boolean {
  return 'replaced' in fate || 'stuckAfter' in fate
}

function toEnd(fate: Extract<Fate, { end: string }>): TransactionChange {
  return fate.end === 'FAILED' ? { state: 'FAILED', error: toError(fate) } : { state: fate.end }
}

function toError({ errorReason, errorDetails }: { errorReason: string; errorDetails?: string | undefined }) {
  return { reason: errorReason, ...(errorDetails !== undefined && { details: errorDetails }) }
}

/** The fate has come about with this change. */
function to(change: TransactionChange): Step {
  return (provider, transaction) => {
    provider.faults.fates.forget(transaction.id)
    return changeTransaction(provider, transaction, change)
  }
}

async function withhold(provider: Provider, transaction: Transaction): Promise<boolean> {
  return await send(provider, transaction, { isWithheld: true })
}

/** Sends the same operation in another transaction, some time after the first hash was announced. */
function replace(provider: Provider, transaction: Transaction): boolean {
  const attempt = readAttempt(transaction)
  if (!attempt || provider.now().getTime() - transaction.updated_at < replacedAfterMs) return false
  provider.faults.fates.forget(transaction.id)
  keepAttempt(provider, transaction, { ...attempt, mustOutbid: true })
  return true
}

async function starve(provider: Provider, transaction: Transaction): Promise<boolean> {
  return await send(provider, transaction, { callGas: starvedGas })
}

/** Fails only once the chain has the call, so that who finds the failure also finds the call. */
function failWhenMined(fate: Extract<Fate, { failAfterBroadcast: true }>): Step {
  return async (provider, transaction) => {
    const attempt = readAttempt(transaction)
    if (!attempt || !(await provider.chain.outcome(attempt))) return false
    const error = toError({ ...fate, errorReason: fate.errorReason ?? 'INTERNAL_ERROR' })
    return changeTransaction(provider, transaction, { state: 'FAILED', txHash: attempt.txHash, error })
  }
}

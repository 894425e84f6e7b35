import { inTransaction, type Transaction } from '../../data/database.ts'
import { insertOperatorCall, listCallsFor, type OperatorCallRow } from '../../data/operator-calls.ts'
import type { OperatorName, OperatorPurpose } from '../../domain/operator-call.ts'
import type { EncodedCall } from '../../ports/chain.ts'
import type { Task } from '../../ports/queue.ts'
import type { Context } from '../context.ts'

export type WantedCall = {
  operator: OperatorName
  purpose: OperatorPurpose
  /** Names what the call is for; a second one is made only after the first failed without effect. */
  subject: string
  call: EncodedCall
  /** Work to do when the call has ended, either way. */
  followUp: Task
  /** The longest pause after a failed call; a minute unless it is given. */
  pauseSecondsMax?: number
  /** Holds what the call is about until the intent is written; false when that is no more as it was read. */
  hold?: (tx: Transaction) => Promise<boolean>
}

export type CallStanding =
  | { kind: 'under_way' }
  | { kind: 'done'; row: OperatorCallRow & { transactionHash: `0x${string}` | null } }
  | { kind: 'failed'; reason: string; failures: number; retryAfterSeconds: number }

/**
 * Sees to it that the call is made, once. A failed one, which had no effect, is intended again after a growing pause;
 * until then the standing says why it failed.
 */
export async function callOnce(ctx: Context, wanted: WantedCall): Promise<CallStanding> {
  const calls = await listCallsFor(ctx.db, wanted.purpose, wanted.subject)
  const [last] = calls
  if (last && last.state === 'CONFIRMED') return { kind: 'done', row: last }
  if (last && last.state !== 'FAILED') return { kind: 'under_way' }
  const pause = Math.min(2 ** calls.length, wanted.pauseSecondsMax ?? 60) - (last?.secondsSinceEnd ?? 0)
  if (last && pause > 0)
    return { kind: 'failed', reason: last.failure ?? '', failures: calls.length, retryAfterSeconds: pause }
  await inTransaction(ctx.db, async (tx) => {
    if (!wanted.hold || (await wanted.hold(tx))) await intendCall(ctx, tx, wanted)
  })
  return { kind: 'under_way' }
}

/** Holds what a failed call was about; false when that is no more as it was read, or the call has been intended again since. */
export async function holdFailed(tx: Transaction, { purpose, subject, hold }: WantedCall): Promise<boolean> {
  if (hold && !(await hold(tx))) return false
  const [last] = await listCallsFor(tx, purpose, subject)
  return last?.state === 'FAILED'
}

/** Writes the intent in the transaction of the change that needs it; nothing happens when it was written before. */
export async function intendCall(ctx: Context, tx: Transaction, wanted: WantedCall): Promise<void> {
  const { contract, action, calldata, calldataHash } = wanted.call
  const { operator, purpose, subject, followUp } = wanted
  // Ignored because a call of the same subject that is under way is this call.
  await insertOperatorCall(tx, {
    operator,
    purpose,
    subject,
    contract,
    action,
    calldata,
    calldataHash,
    dueBlock: ctx.chain.highestBlock(),
    followUp: { ...followUp },
    traceparent: ctx.traces.current(),
  })
}

import { inTransaction } from '../../data/database.ts'
import { noteCallWait } from '../../data/operator-calls.ts'
import {
  listCallsOf,
  moveTransaction,
  noteTried,
  type OperatorTransactionRow,
  releaseCalls,
} from '../../data/operator-transactions.ts'
import type { CallWait } from '../../domain/operator-call.ts'
import type { Operator, SignedCall } from '../../ports/operator.ts'
import type { WorkerContext } from '../context.ts'

/**
 * Sends stored bytes. A key that cannot pay for them is no failure: the money is waited for. Calls that every node refuses
 * as too large together are sent in smaller transactions.
 */
export async function broadcast(
  ctx: WorkerContext,
  operator: Operator,
  row: OperatorTransactionRow,
  bytes: SignedCall,
): Promise<void> {
  try {
    if ((await operator.broadcast(bytes)) === 'sent') return
    // An earlier version at a lower price may still be mined.
    await (row.signed.length === 1 ? giveUpTooLarge(ctx, row) : waitFor(ctx, row, 'mining'))
  } catch (error) {
    if (await operator.canPay(bytes)) throw error
    await waitFor(ctx, row, 'balance')
  }
}

/** A transaction that was raised so often, each time after twenty seconds, is reported as waiting for a block. */
const tellAfterBumps = 3

/** Sends the newest bytes of a transaction again. */
export async function resend(ctx: WorkerContext, operator: Operator, row: OperatorTransactionRow): Promise<void> {
  const newest = row.signed.at(-1)
  if (newest) await broadcast(ctx, operator, row, newest)
}

/** Signs a transaction in flight again at a higher price; where that cannot be, its newest bytes are sent again. */
export async function sendDearer(ctx: WorkerContext, operator: Operator, row: OperatorTransactionRow): Promise<void> {
  const newest = row.signed.at(-1)
  if (!newest) return
  const bytes = await operator.signDearer(newest)
  if (bytes === 'too_large') return giveUpTooLarge(ctx, row)
  const waitsFor = typeof bytes === 'string' ? bytes : (await operator.canPay(bytes)) ? null : 'balance'
  if (typeof bytes === 'string' || waitsFor) {
    await waitFor(ctx, row, waitsFor)
    return resend(ctx, operator, row)
  }
  const change = { bump: row.bump + 1, signed: [...row.signed, bytes], transactionHash: bytes.transactionHash }
  const moved = await inTransaction(ctx.db, async (tx) => {
    const raised = await moveTransaction(tx, row, 'SENT', change)
    if (raised && raised.bump >= tellAfterBumps) await noteCallWait(tx, await listCallsOf(tx, row.id), 'mining')
    return raised
  })
  if (moved) await broadcast(ctx, operator, moved, bytes)
}

/** The transaction is not followed any more, and its calls are sent by others; those are safe to repeat on chain. */
export async function displace(ctx: WorkerContext, row: OperatorTransactionRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (await moveTransaction(tx, row, 'DISPLACED')) await releaseCalls(tx, row.id)
  })
}

/** Several calls are sent in smaller transactions. One alone waits behind the others, which may be smaller. */
async function giveUpTooLarge(ctx: WorkerContext, row: OperatorTransactionRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await moveTransaction(tx, row, 'DISPLACED'))) return
    const calls = await releaseCalls(tx, row.id)
    if (calls.length === 1) await noteCallWait(tx, calls, 'node')
  })
}

/** Nothing is left to do until what the transaction waits for is there. */
export async function waitFor(
  ctx: WorkerContext,
  row: OperatorTransactionRow,
  waitsFor: CallWait | null,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await noteTried(tx, row)
    await noteCallWait(tx, await listCallsOf(tx, row.id), waitsFor)
  })
}

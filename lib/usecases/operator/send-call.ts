import { inTransaction } from '#lib/data/database.ts'
import { moveOperatorCall, noteCallWait, type OperatorCallRow } from '#lib/data/operator-calls.ts'
import type { CallWait } from '#lib/domain/operator-call.ts'
import type { EncodedCall } from '#lib/ports/chain.ts'
import type { Operator, OperatorReceipt, SignedCall } from '#lib/ports/operator.ts'
import type { Task } from '#lib/ports/queue.ts'
import type { WorkerContext } from '../context.ts'

/** Sends an intended call, unless it would fail or has to wait; returns whether the next step has something to do. */
export async function send(ctx: WorkerContext, operator: Operator, row: OperatorCallRow): Promise<boolean> {
  const call = callOf(row)
  // Bytes of an earlier attempt may have been mined after all, once a block that was lost came back.
  const earlier = await findReceipt(operator, row, 'fresh')
  if (earlier) {
    await recordMined(ctx, row, earlier)
    return true
  }
  const preview = await operator.simulate(call)
  if (!preview.isFine) {
    await fail(ctx, row, preview.reason)
    return true
  }
  const nonce = await operator.minedNonce()
  const newest = row.signed.at(-1)
  const signed = await operator.sign(call, nonce, newest ?? null)
  // Bytes that pay enough already are sent again as they are.
  const bytes = signed === 'mining' && newest ? newest : signed
  if (typeof bytes === 'string') return wait(ctx, row, bytes)
  if (!(await operator.canPay(bytes))) return wait(ctx, row, 'balance')
  await store(ctx, operator, row, { nonce, bump: 0, bytes })
  return true
}

/** Signs a call in flight again at a higher price; where that cannot be, its newest bytes are sent again. */
export async function sendDearer(
  ctx: WorkerContext,
  operator: Operator,
  row: OperatorCallRow,
  nonce: number,
): Promise<void> {
  const signed = await operator.sign(callOf(row), nonce, row.signed.at(-1) ?? null)
  const waitsFor = typeof signed === 'string' ? signed : (await operator.canPay(signed)) ? null : 'balance'
  if (typeof signed !== 'string' && !waitsFor)
    return store(ctx, operator, row, { nonce, bump: row.bump + 1, bytes: signed })
  await wait(ctx, row, waitsFor)
  await resend(ctx, operator, row)
}

/** Sends the newest bytes of a call again. A key that cannot pay for them is no failure: it is waited for. */
export async function resend(ctx: WorkerContext, operator: Operator, row: OperatorCallRow): Promise<void> {
  const newest = row.signed.at(-1)
  if (newest) await broadcast(ctx, operator, row, newest)
}

async function store(
  ctx: WorkerContext,
  operator: Operator,
  row: OperatorCallRow,
  { nonce, bump, bytes }: { nonce: number; bump: number; bytes: SignedCall },
): Promise<void> {
  const { transactionHash } = bytes
  const isNew = row.signed.every((known) => known.transactionHash !== transactionHash)
  const signed = isNew ? [...row.signed, bytes] : row.signed
  const moved = await inTransaction(ctx.db, (tx) =>
    moveOperatorCall(tx, row, 'SENT', { nonce, bump, signed, transactionHash }),
  )
  if (moved) await broadcast(ctx, operator, moved, bytes)
}

async function broadcast(
  ctx: WorkerContext,
  operator: Operator,
  row: OperatorCallRow,
  bytes: SignedCall,
): Promise<void> {
  try {
    await operator.broadcast(bytes)
  } catch (error) {
    if (await operator.canPay(bytes)) throw error
    await wait(ctx, row, 'balance')
  }
}

/** Nothing is left to do until what the call waits for is there. */
async function wait(ctx: WorkerContext, row: OperatorCallRow, waitsFor: CallWait | null): Promise<false> {
  await inTransaction(ctx.db, (tx) => noteCallWait(tx, row, waitsFor))
  return false
}

type Mined = OperatorReceipt & { transactionHash: `0x${string}` }

/** The block in which any of the bytes that were ever signed for this call is canonical now. */
export async function findReceipt(
  operator: Operator,
  row: OperatorCallRow,
  isFresh?: 'fresh',
): Promise<Mined | undefined> {
  for (const { transactionHash } of row.signed) {
    const receipt = await operator.receipt(transactionHash, isFresh)
    if (receipt) return { ...receipt, transactionHash }
  }
  return undefined
}

/** MINED waits for finality, whether the call had its effect or not. */
export async function recordMined(ctx: WorkerContext, row: OperatorCallRow, mined: Mined): Promise<void> {
  const { transactionHash, blockNumber, blockHash, isSuccess } = mined
  const failure = isSuccess ? null : 'The transaction was reverted.'
  await inTransaction(ctx.db, async (tx) => {
    const moved = await moveOperatorCall(tx, row, 'MINED', { transactionHash, blockNumber, blockHash, failure })
    if (moved) await ctx.queue.add(tx, followUpOf(row))
  })
}

async function fail(ctx: WorkerContext, row: OperatorCallRow, reason: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (await moveOperatorCall(tx, row, 'FAILED', { failure: reason })) await ctx.queue.add(tx, followUpOf(row))
  })
}

function callOf({ contract, action, calldata, calldataHash }: OperatorCallRow): EncodedCall {
  return { contract, action, calldata, calldataHash }
}

/** What was stored is a task of this queue: it was written by `intendCall` alone. */
export function followUpOf(row: OperatorCallRow): Task {
  return row.followUp as Task
}

import { inTransaction } from '#lib/data/database.ts'
import {
  findCallInFlight,
  findNextIntent,
  listMinedCalls,
  moveOperatorCall,
  type OperatorCallRow,
} from '#lib/data/operator-calls.ts'
import type { OperatorName } from '#lib/domain/operator-call.ts'
import type { Operator } from '#lib/ports/operator.ts'
import type { WorkerContext } from '../context.ts'
import { findReceipt, followUpOf, recordMined, resend, send, sendDearer } from './send-call.ts'

/** After this long without being mined a call is signed again with a higher fee and the same nonce. */
const replaceAfterSeconds = 20
/** A call that waits for money or a lower price is tried again so often. */
const retryAfterSeconds = 2

/**
 * One step of a key's queue; run by one leader per key. At most one call is in flight: it is simulated, signed and stored
 * before it is sent, so that a crash at any point only sends the same bytes again. No call is ever given up: one that
 * waits for money, a lower price or a block says so and is tried again. Returns whether there is more to do.
 */
export async function runOperator(ctx: WorkerContext, name: OperatorName): Promise<boolean> {
  const operator = ctx.operators[name]
  await confirmMined(ctx, name)
  const inFlight = await findCallInFlight(ctx.db, name)
  if (inFlight) return followFlight(ctx, operator, inFlight)
  const next = await findNextIntent(ctx.db, name)
  if (!next || (next.waitsFor && next.secondsSinceSent < retryAfterSeconds)) return false
  return send(ctx, operator, next)
}

async function followFlight(
  ctx: WorkerContext,
  operator: Operator,
  row: OperatorCallRow & { secondsSinceSent: number },
): Promise<boolean> {
  const mined = await findReceipt(operator, row)
  if (mined) {
    await recordMined(ctx, row, mined)
    return true
  }
  if (row.secondsSinceSent >= replaceAfterSeconds) return replace(ctx, operator, row)
  // Sending the same bytes again is harmless, and needed when the program died between storing and sending them.
  if (row.secondsSinceSent > 1) await resend(ctx, operator, row)
  return false
}

async function replace(ctx: WorkerContext, operator: Operator, row: OperatorCallRow): Promise<boolean> {
  if (row.nonce === null) return false
  if ((await operator.minedNonce()) > row.nonce) {
    const mined = await findReceipt(operator, row, 'fresh')
    if (mined) {
      await recordMined(ctx, row, mined)
      return true
    }
    // A node that has the block may not have its receipts yet.
    if (!(await operator.isNonceTaken(row.nonce))) return false
    // Another transaction of this key took the nonce, so none of ours can be mined any more: begin again.
    await inTransaction(ctx.db, (tx) => moveOperatorCall(tx, row, 'INTENT', { nonce: null }))
    return true
  }
  await sendDearer(ctx, operator, row, row.nonce)
  return false
}

/** Mined calls are over once their block is final. */
async function confirmMined(ctx: WorkerContext, name: OperatorName): Promise<void> {
  const mined = await listMinedCalls(ctx.db, name)
  if (mined.length === 0) return
  const final = await ctx.chain.finalBlock()
  for (const row of mined) {
    if (row.blockNumber === null) continue
    const block = await ctx.chain.block(row.blockNumber)
    // A node that does not have the block yet tells nothing about the call.
    if (!block) continue
    if (block.hash !== row.blockHash) await findAgain(ctx, name, row)
    else if (row.blockNumber <= final.number)
      await inTransaction(ctx.db, async (tx) => {
        if (await moveOperatorCall(tx, row, row.failure === null ? 'CONFIRMED' : 'FAILED'))
          await ctx.queue.add(tx, followUpOf(row))
      })
  }
}

/**
 * A call whose block is no longer canonical is in another block, or in flight again with its own nonce, before any call
 * that was sent after it: without its nonce none of them can be mined. That one goes back in line with its bytes kept.
 */
async function findAgain(ctx: WorkerContext, name: OperatorName, row: OperatorCallRow): Promise<void> {
  const operator = ctx.operators[name]
  const mined = await findReceipt(operator, row, 'fresh')
  if (mined) return recordMined(ctx, row, mined)
  const inFlight = await findCallInFlight(ctx.db, name)
  if (inFlight && (inFlight.nonce ?? 0) < (row.nonce ?? 0)) return
  await inTransaction(ctx.db, async (tx) => {
    if (inFlight) await moveOperatorCall(tx, inFlight, 'INTENT', { nonce: null })
    await moveOperatorCall(tx, row, 'SENT', { blockNumber: null, blockHash: null, failure: null })
  })
  await resend(ctx, operator, row)
}

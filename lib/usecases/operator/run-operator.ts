import { inTransaction } from '#lib/data/database.ts'
import {
  findCallInFlight,
  findNextIntent,
  listMinedCalls,
  moveOperatorCall,
  type OperatorCallRow,
} from '#lib/data/operator-calls.ts'
import type { EncodedCall } from '#lib/ports/chain.ts'
import type { Operator, OperatorName, OperatorReceipt } from '#lib/ports/operator.ts'
import type { Task } from '#lib/ports/queue.ts'
import type { WorkerContext } from '../context.ts'

/** After this long without being mined a call is signed again with a higher fee and the same nonce. */
const replaceAfterSeconds = 20
const maxBump = 12

/**
 * One step of a key's queue; run by one leader per key. At most one call is in flight: it is simulated, signed and stored
 * before it is sent, so that a crash at any point only sends the same bytes again. Returns whether there is more to do.
 */
export async function runOperator(ctx: WorkerContext, name: OperatorName): Promise<boolean> {
  const operator = ctx.operators[name]
  await confirmMined(ctx, name)
  const flying = await findCallInFlight(ctx.db, name)
  if (flying) return followFlight(ctx, operator, flying)
  const next = await findNextIntent(ctx.db, name)
  if (!next) return false
  await send(ctx, operator, next)
  return true
}

async function send(ctx: WorkerContext, operator: Operator, row: OperatorCallRow): Promise<void> {
  const call = callOf(row)
  // Bytes of an earlier attempt may have been mined after all, once a block that was lost came back.
  const earlier = await findReceipt(operator, row)
  if (earlier) return land(ctx, row, earlier)
  const preview = await operator.simulate(call)
  if (!preview.isFine) return fail(ctx, row, preview.reason)
  const nonce = await operator.minedNonce()
  const signed = await operator.sign(call, nonce, 0)
  const { transactionHash } = signed
  const sent = await inTransaction(ctx.db, (tx) =>
    moveOperatorCall(tx, row, 'SENT', { nonce, bump: 0, signed: [...row.signed, signed], transactionHash }),
  )
  if (sent) await operator.broadcast(signed)
}

async function followFlight(
  ctx: WorkerContext,
  operator: Operator,
  row: OperatorCallRow & { secondsSinceSent: number },
): Promise<boolean> {
  const landed = await findReceipt(operator, row)
  if (landed) {
    await land(ctx, row, landed)
    return true
  }
  const newest = row.signed.at(-1)
  if (newest && row.secondsSinceSent < replaceAfterSeconds) {
    // Sending the same bytes again is harmless, and needed when the program died between storing and sending them.
    if (row.secondsSinceSent > 1) await operator.broadcast(newest)
    return false
  }
  return replace(ctx, operator, row)
}

async function replace(ctx: WorkerContext, operator: Operator, row: OperatorCallRow): Promise<boolean> {
  if (row.nonce === null || row.bump >= maxBump) return false
  if ((await operator.minedNonce()) > row.nonce) {
    if (await findReceipt(operator, row)) return true
    // Another transaction of this key took the nonce, so none of ours can be mined any more: begin again.
    await inTransaction(ctx.db, (tx) => moveOperatorCall(tx, row, 'INTENT', { nonce: null }))
    return true
  }
  const bump = row.bump + 1
  const signed = await operator.sign(callOf(row), row.nonce, bump)
  const moved = await inTransaction(ctx.db, (tx) =>
    moveOperatorCall(tx, row, 'SENT', {
      bump,
      signed: [...row.signed, signed],
      transactionHash: signed.transactionHash,
    }),
  )
  if (moved) await operator.broadcast(signed)
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
    if (block.hash !== row.blockHash) await findAgain(ctx, ctx.operators[name], row)
    else if (row.blockNumber <= final.number)
      await inTransaction(ctx.db, async (tx) => {
        if (await moveOperatorCall(tx, row, row.failure === null ? 'CONFIRMED' : 'FAILED'))
          await ctx.queue.add(tx, followUpOf(row))
      })
  }
}

/** A call whose block is no longer canonical stands in another block, or goes back in line with its bytes remembered. */
async function findAgain(ctx: WorkerContext, operator: Operator, row: OperatorCallRow): Promise<void> {
  const landed = await findReceipt(operator, row)
  if (landed) return land(ctx, row, landed)
  const back = { nonce: null, transactionHash: null, blockNumber: null, blockHash: null, failure: null }
  await inTransaction(ctx.db, (tx) => moveOperatorCall(tx, row, 'INTENT', back))
}

type Landed = OperatorReceipt & { transactionHash: `0x${string}` }

/** Where any of the bytes that were ever signed for this call stand in the canonical chain. */
async function findReceipt(operator: Operator, row: OperatorCallRow): Promise<Landed | undefined> {
  for (const { transactionHash } of row.signed) {
    const receipt = await operator.receipt(transactionHash)
    if (receipt) return { ...receipt, transactionHash }
  }
  return undefined
}

async function land(ctx: WorkerContext, row: OperatorCallRow, landed: Landed): Promise<void> {
  const { transactionHash, blockNumber, blockHash, isSuccess } = landed
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
function followUpOf(row: OperatorCallRow): Task {
  return row.followUp as Task
}

import { inTransaction } from '../../data/database.ts'
import { hasKeyWork, listIntents } from '../../data/operator-calls.ts'
import {
  findInFlight,
  type InFlight,
  listBetween,
  listMined,
  markCallsSent,
  moveTransaction,
  type OperatorTransactionRow,
} from '../../data/operator-transactions.ts'
import { mostCalls, type OperatorName } from '../../domain/operator-call.ts'
import type { Address } from '../../ports/chain.ts'
import type { Operator } from '../../ports/operator.ts'
import type { WorkerContext } from '../context.ts'
import { findReceipt, recordFinal, recordMined, signerOf } from './record-mined.ts'
import { sendCalls } from './send-calls.ts'
import { sendLost } from './send-lost.ts'
import { displace, resend, sendDearer, waitFor } from './send-transaction.ts'

/** After this long without being mined a transaction is signed again with a higher fee and the same nonce. */
const replaceAfterSeconds = 20
/** So long a transaction of the account before has to be mined; then this one makes its calls, which have one effect. */
const otherAccountSeconds = 60
/** Nodes that lack the receipt of what is mined are asked again so often, and named. */
const missingReceiptSeconds = 5
/** A call that waits for money or a lower price is tried again so often. */
const retryAfterSeconds = 2

/**
 * One step of a key's queue; run by one leader per key. While a transaction is in flight no other is signed. The calls that
 * are due then share the next one: it is signed and stored before it is sent, so that a crash at any point only sends the
 * same bytes again. No call is ever given up: one that waits for money, a lower price or a block says so and is tried
 * again. Returns whether there is more to do.
 */
export async function runOperator(ctx: WorkerContext, name: OperatorName): Promise<boolean> {
  if (!(await hasKeyWork(ctx.db, name))) return false
  const operator = ctx.operators[name]
  await confirmMined(ctx, name)
  const inFlight = await findInFlight(ctx.db, name, operator.address)
  if (inFlight) return followFlight(ctx, operator, inFlight)
  const due = await listIntents(ctx.db, name, mostCalls)
  const [oldest] = due
  if (!oldest || (oldest.waitsFor && oldest.secondsSinceTried < retryAfterSeconds)) return false
  return sendCalls(ctx, name, due)
}

async function followFlight(ctx: WorkerContext, operator: Operator, row: InFlight): Promise<boolean> {
  const mined = await findReceipt(operator, row)
  if (mined) {
    await recordMined(ctx, row, mined)
    return true
  }
  const signer = await signerOf(operator, row)
  const patience = signer === operator.address ? replaceAfterSeconds : otherAccountSeconds
  if (row.secondsSinceSent >= (row.waitsForNode ? missingReceiptSeconds : patience))
    return replace(ctx, operator, row, signer)
  // Sending the same bytes again is harmless, and needed when the program died between storing and sending them.
  if (row.secondsSinceSent > 1) await resend(ctx, operator, row)
  return false
}

async function replace(
  ctx: WorkerContext,
  operator: Operator,
  row: OperatorTransactionRow,
  signer: Address,
): Promise<boolean> {
  const next = await operator.minedNonce(signer)
  if (next < row.nonce) {
    const between = await listBetween(ctx.db, row.operator, { signer, from: next, below: row.nonce })
    if (between.length === 0) {
      // It was signed for a nonce that a node reported wrongly: nothing will ever fill the gap below it.
      await displace(ctx, row)
      return true
    }
    if (await sendLost(operator, between)) {
      await waitFor(ctx, row, 'mining')
      return false
    }
  }
  if (next <= row.nonce && signer === operator.address) {
    await sendDearer(ctx, operator, row)
    return false
  }
  const mined = await findReceipt(operator, row, 'fresh')
  if (mined) {
    await recordMined(ctx, row, mined)
    return true
  }
  if (next > row.nonce) {
    const taker = await operator.nonceTaker({ ...row, signer })
    // Its receipt is missing at the nodes, which are named.
    if (taker === 'own') await waitFor(ctx, row, 'node')
    if (taker !== 'another') return false
  }
  // Another transaction of the account took the nonce, so none of ours can be mined any more; or it is of an account whose
  // key is gone, so that nobody can pay more for it: begin again.
  await displace(ctx, row)
  return true
}

/** What was mined is over once its block is final. */
async function confirmMined(ctx: WorkerContext, name: OperatorName): Promise<void> {
  const mined = await listMined(ctx.db, name)
  if (mined.length === 0) return
  const final = await ctx.chain.finalBlock()
  for (const row of mined) {
    if (row.blockNumber === null) continue
    const block = await ctx.chain.block(row.blockNumber)
    // A node that does not have the block yet tells nothing about the transaction.
    if (!block) continue
    if (block.hash !== row.blockHash) await findAgain(ctx, ctx.operators[name], row)
    else if (row.blockNumber <= final.number) await confirm(ctx, ctx.operators[name], row)
  }
}

/** The receipt is read again, since what one node said of a newer block may have been wrong. */
async function confirm(ctx: WorkerContext, operator: Operator, row: OperatorTransactionRow): Promise<void> {
  const { transactionHash } = row
  const receipt = await operator.finalReceipt(transactionHash, await signerOf(operator, row))
  if (!receipt) return
  const record = receipt.blockHash === row.blockHash ? recordFinal : recordMined
  await record(ctx, row, { ...receipt, transactionHash })
}

/**
 * A transaction whose block is no longer canonical is in another block, or in flight again with its own nonce. It is then
 * followed before those that were sent after it: without its nonce none of them can be mined.
 */
async function findAgain(ctx: WorkerContext, operator: Operator, row: OperatorTransactionRow): Promise<void> {
  const mined = await findReceipt(operator, row, 'fresh')
  if (mined) return recordMined(ctx, row, mined)
  const sent = await inTransaction(ctx.db, async (tx) => {
    const moved = await moveTransaction(tx, row, 'SENT', { blockNumber: null, blockHash: null })
    if (moved) await markCallsSent(tx, row.id)
    return moved
  })
  if (sent) await resend(ctx, operator, sent)
}

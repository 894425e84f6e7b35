import { findNextNonce, listBetween, type OperatorTransactionRow } from '../../data/operator-transactions.ts'
import type { OperatorName } from '../../domain/operator-call.ts'
import type { Operator } from '../../ports/operator.ts'
import type { WorkerContext } from '../context.ts'
import { findReceipt } from './record-mined.ts'

/**
 * Sends the key's final transactions again that are nowhere on chain, as after a rewrite beyond finality. For now and then:
 * a call that waits for a nonce below its own looks for them itself.
 */
export async function lookForLost(ctx: WorkerContext, name: OperatorName): Promise<void> {
  const operator = ctx.operators[name]
  const signer = operator.address
  const known = await findNextNonce(ctx.db, name, signer)
  const next = await operator.minedNonce(signer)
  if (next >= known) return
  // Ignored because what is mined already needs nothing.
  await sendLost(operator, await listBetween(ctx.db, name, { signer, from: next, below: known }))
}

/** Sends those of these transactions, in the order of their nonces, again that were final. Whether the first was, and is lost. */
export async function sendLost(operator: Operator, rows: readonly OperatorTransactionRow[]): Promise<boolean> {
  const [first] = rows
  if (first?.state !== 'CONFIRMED' || (await findReceipt(operator, first, 'fresh'))) return false
  for (const { state, signed, transactionHash } of rows) {
    const bytes = signed.find((version) => version.transactionHash === transactionHash)
    if (state === 'CONFIRMED' && bytes) await operator.broadcast(bytes)
  }
  return true
}

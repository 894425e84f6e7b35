import { inTransaction, type Transaction } from '../../data/database.ts'
import type { OperatorCallRow } from '../../data/operator-calls.ts'
import {
  endCalls,
  listCallsOf,
  markCallsMined,
  moveTransaction,
  type OperatorTransactionRow,
} from '../../data/operator-transactions.ts'
import type { Address } from '../../ports/chain.ts'
import type { Operator, OperatorReceipt } from '../../ports/operator.ts'
import type { Task } from '../../ports/queue.ts'
import type { WorkerContext } from '../context.ts'

export type Mined = OperatorReceipt & { transactionHash: `0x${string}` }

/** The block in which any of the bytes that were ever signed for this transaction is canonical now. */
export async function findReceipt(
  operator: Operator,
  row: OperatorTransactionRow,
  isFresh?: 'fresh',
): Promise<Mined | undefined> {
  const signer = await signerOf(operator, row)
  for (const { transactionHash } of row.signed) {
    const receipt = await operator.receipt(transactionHash, signer, isFresh)
    if (receipt) return { ...receipt, transactionHash }
  }
  return undefined
}

/** The account whose nonce the transaction takes. */
export async function signerOf(operator: Operator, { signer, signed }: OperatorTransactionRow): Promise<Address> {
  if (signer) return signer
  const [first] = signed
  return first ? operator.signerOf(first) : operator.address
}

/** MINED waits for finality, whether a call had its effect or not. */
export async function recordMined(ctx: WorkerContext, row: OperatorTransactionRow, mined: Mined): Promise<void> {
  const { transactionHash, blockNumber, blockHash } = mined
  await inTransaction(ctx.db, async (tx) => {
    if (!(await moveTransaction(tx, row, 'MINED', { transactionHash, blockNumber, blockHash }))) return
    for (const call of await markEntries(tx, row, mined)) await ctx.queue.add(tx, followUpOf(call))
  })
}

/** What the receipt of a final block says of each entry is the last word. */
export async function recordFinal(ctx: WorkerContext, row: OperatorTransactionRow, mined: Mined): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await moveTransaction(tx, row, 'CONFIRMED'))) return
    // Ignored because the same calls end below.
    await markEntries(tx, row, mined)
    for (const call of await endCalls(tx, row.id)) await ctx.queue.add(tx, followUpOf(call))
  })
}

async function markEntries(
  tx: Transaction,
  { id }: OperatorTransactionRow,
  { isSuccess, failures }: Mined,
): Promise<OperatorCallRow[]> {
  if (isSuccess) return markCallsMined(tx, id, failures)
  const entries = (await listCallsOf(tx, id)).map(({ entry }) => [entry, 'The transaction was reverted.'])
  return markCallsMined(tx, id, Object.fromEntries(entries))
}

/** What was stored is a task of this queue: it was written by `intendCall` alone. */
export function followUpOf(row: OperatorCallRow): Task {
  return row.followUp as Task
}

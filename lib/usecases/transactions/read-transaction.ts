import { inTransaction } from '#lib/data/database.ts'
import { claimLook, findTransaction, type TransactionRow } from '#lib/data/transactions.ts'
import { Failure, isFailure } from '#lib/domain/failure.ts'
import { isLive } from '#lib/domain/transaction.ts'
import { type Context, requireCapability } from '../context.ts'
import { reconcileTransaction } from './reconcile-transaction.ts'

/**
 * The client's transaction after a fresh look at provider and chain, at most one look in `lookSeconds`. When neither can
 * be asked, the state known so far is the answer.
 */
export async function readTransaction(
  ctx: Context,
  input: { id: string; lookSeconds: number },
): Promise<TransactionRow> {
  const user = requireCapability(ctx, 'client')
  const row = await findTransaction(ctx.db, input.id, user.userId)
  if (!row || row.purpose === 'OWNER_REGISTRATION') throw new Failure('not_found', 'There is no such transaction.')
  if (!isLive(row.state)) return row
  if (!(await inTransaction(ctx.db, (tx) => claimLook(tx, row.id, input.lookSeconds)))) return row
  try {
    return await reconcileTransaction(ctx, row.id)
  } catch (error) {
    if (!isFailure(error)) throw error
    return (await findTransaction(ctx.db, row.id, user.userId)) ?? row
  }
}

import { inTransaction } from '../../data/database.ts'
import { claimLook, findTransaction, type TransactionView } from '../../data/transactions.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import { isLive } from '../../domain/transaction.ts'
import { type Context, requireCapability } from '../context.ts'
import { lookAgain } from './issue-challenge.ts'
import { reconcileTransaction } from './reconcile-transaction.ts'

/** The client's transaction after a fresh look at provider and chain, at most one look in 5 seconds. */
export async function readTransaction(ctx: Context, input: { id: string }): Promise<TransactionView> {
  return lookIfDue(ctx, await requireTransaction(ctx, input.id), 5)
}

/** A browser's report only says that it is worth looking now; a challenge id that is not this transaction's is refused. */
export async function resolveTransaction(
  ctx: Context,
  input: { id: string; challengeId: string | null },
): Promise<TransactionView> {
  const row = await requireTransaction(ctx, input.id)
  if (input.challengeId && input.challengeId !== row.challengeId) {
    throw new Failure('state_conflict', 'That challenge does not belong to this transaction.', {
      nextActions: [lookAgain(row)],
    })
  }
  return lookIfDue(ctx, row, 0)
}

async function requireTransaction(ctx: Context, id: string): Promise<TransactionView> {
  const user = requireCapability(ctx, 'client')
  const row = await findTransaction(ctx.db, id, user.userId)
  if (!row) throw new Failure('not_found', 'There is no such transaction.')
  return row
}

/** When neither provider nor chain can be asked, the state known so far is the answer. */
async function lookIfDue(ctx: Context, row: TransactionView, seconds: number): Promise<TransactionView> {
  const isDue = isLive(row.state) && (await inTransaction(ctx.db, (tx) => claimLook(tx, row.id, seconds)))
  try {
    if (isDue) await reconcileTransaction(ctx, row.id)
  } catch (error) {
    if (!isFailure(error)) throw error
  }
  return (isDue ? await findTransaction(ctx.db, row.id) : undefined) ?? row
}

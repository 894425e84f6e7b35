import { findTransaction, type TransactionRow } from '#lib/data/transactions.ts'
import { Failure } from '#lib/domain/failure.ts'
import { type Context, requireCapability } from '../context.ts'
import { readTransaction } from './read-transaction.ts'

/** A browser's report only says that it is worth looking now; a challenge id that is not this transaction's is refused. */
export async function resolveTransaction(
  ctx: Context,
  input: { id: string; challengeId: string | null },
): Promise<TransactionRow> {
  const user = requireCapability(ctx, 'client')
  const row = await findTransaction(ctx.db, input.id, user.userId)
  if (!row) throw new Failure('not_found', 'There is no such transaction.')
  if (input.challengeId && input.challengeId !== row.challengeId) {
    throw new Failure('state_conflict', 'That challenge does not belong to this transaction.')
  }
  return readTransaction(ctx, { id: input.id, lookSeconds: 0 })
}

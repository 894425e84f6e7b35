import { inTransaction } from '#lib/data/database.ts'
import { claimLook, listStaleTransactions, type TransactionRow } from '#lib/data/transactions.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'
import { reconcileTransaction } from './reconcile-transaction.ts'

/** While a person is asked, the provider is asked less often. */
const patience: Partial<Record<TransactionRow['state'], number>> = { INTENT: 15, CHALLENGE_ISSUED: 5 }
const hastySeconds = 2

/** Looks at every live transaction that nobody looked at for a while, so that none depends on a webhook or a browser. */
export async function sweepTransactions(ctx: Context): Promise<number> {
  const stale = await listStaleTransactions(ctx.db, hastySeconds, 50)
  const due = stale.filter((row) => row.purpose !== 'OWNER_REGISTRATION')
  for (const row of due) await look(ctx, row)
  await requeueRegistrations(ctx, stale)
  return due.length
}

async function look(ctx: Context, row: TransactionRow): Promise<void> {
  if (!(await inTransaction(ctx.db, (tx) => claimLook(tx, row.id, patience[row.state] ?? hastySeconds)))) return
  try {
    await reconcileTransaction(ctx, row.id)
  } catch (error) {
    // The provider or the chain cannot be asked now, or the person must sign in first; the next sweep looks again.
    if (!isFailure(error)) throw error
  }
}

/** State rows are the truth: a registration whose queue job is gone gets a new one. */
async function requeueRegistrations(ctx: Context, stale: readonly TransactionRow[]): Promise<void> {
  for (const row of stale.filter((candidate) => candidate.purpose === 'OWNER_REGISTRATION')) {
    await inTransaction(ctx.db, async (tx) => {
      if (await claimLook(tx, row.id, 30))
        await ctx.queue.add(tx, { queue: 'register-owner', data: { transactionId: row.id } })
    })
  }
}

import { inTransaction } from '../../data/database.ts'
import { claimLook, listDueTransactions, type TransactionRow } from '../../data/transactions.ts'
import { isLive, patienceOf } from '../../domain/transaction.ts'
import type { Context } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { reconcileTransaction } from './reconcile-transaction.ts'

const batch = 50
const registrationPatience = 30

/**
 * Looks at every live transaction that nobody looked at for a while, so that none depends on a webhook or a browser.
 * The looks are made at once: one that waits for a silent provider holds no other up.
 */
export async function sweepTransactions(ctx: Context): Promise<number> {
  const due = await listDueTransactions(ctx.db, batch)
  await sweepRows(due, { nameOf: ({ id }) => id, handle: (row) => look(ctx, row), atOnce: batch })
  return due.length
}

async function look(ctx: Context, row: TransactionRow): Promise<void> {
  if (row.purpose === 'OWNER_REGISTRATION') return requeueRegistration(ctx, row)
  const seconds = isLive(row.state) ? patienceOf(row.state) : 0
  if (!(await inTransaction(ctx.db, (tx) => claimLook(tx, row.id, seconds)))) return
  await reconcileTransaction(ctx, row.id)
}

/** State rows are the truth: a registration whose queue job is gone gets a new one. */
async function requeueRegistration(ctx: Context, { id, userId: account }: TransactionRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (await claimLook(tx, id, registrationPatience))
      await ctx.queue.add(tx, { queue: 'register-owner', data: { transactionId: id } }, { account })
  })
}

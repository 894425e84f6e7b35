import { inTransaction } from '../../data/database.ts'
import { measureOverdue, type Overdue } from '../../data/retention.ts'
import { retentionRules } from '../../data/retention-rules.ts'
import type { Context } from '../context.ts'
import { type Pruned, pruneTables } from '../retention/prune-tables.ts'
import { recordOperation } from './record-operation.ts'

/** Deletes what is kept no longer, as the worker does every few minutes. Kept as an event, also when it ends early. */
export async function pruneNow(ctx: Context): Promise<Pruned> {
  const done: Pruned = {}
  try {
    return await pruneTables(ctx, { done, isWhole: true })
  } finally {
    await inTransaction(ctx.db, (tx) => recordOperation(ctx, tx, 'pruned', { rows: done }))
  }
}

/** What `pruneNow` would delete, by table; changes nothing. */
export async function measurePrune(ctx: Pick<Context, 'db'>): Promise<({ table: string } & Overdue)[]> {
  const measured = []
  for (const rule of retentionRules)
    measured.push({ table: rule.table, ...(await inTransaction(ctx.db, (tx) => measureOverdue(tx, rule))) })
  return measured
}

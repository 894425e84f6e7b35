import { inTransaction } from '../../data/database.ts'
import { deleteOverdue, findOverdue } from '../../data/retention.ts'
import { type RetentionRule, retentionRules } from '../../data/retention-rules.ts'
import type { Context } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'

/** Rows that were deleted, by table. */
export type Pruned = Record<string, number>

/** So few that locks last for moments. */
const batchRows = 1_000
/** So that a run ends soon, as when the worker stops; the next one goes on. */
const batchesMax = 20

/**
 * Deletes from every table the rows that its rule keeps no longer, a thousand in a transaction. It may run while the
 * product does, several at once, and be stopped at any point. `done` holds what was deleted so far;
 * with `isWhole` it goes on until nothing is left. A table that fails stops none of the others, and is thrown at the end.
 */
export async function pruneTables(
  ctx: Pick<Context, 'db'>,
  { done = {}, isWhole = false }: { done?: Pruned; isWhole?: boolean } = {},
): Promise<Pruned> {
  const handle = async (rule: RetentionRule) => {
    for (let batch = 0; isWhole || batch < batchesMax; batch += 1) {
      const { found, deleted } = await pruneBatch(ctx, rule)
      if (deleted > 0) done[rule.table] = (done[rule.table] ?? 0) + deleted
      if (found < batchRows || deleted === 0) break
    }
  }
  await sweepRows(retentionRules, { nameOf: ({ table }) => table, handle })
  return done
}

async function pruneBatch(
  { db }: Pick<Context, 'db'>,
  rule: RetentionRule,
): Promise<{ found: number; deleted: number }> {
  const places = await inTransaction(db, (tx) => findOverdue(tx, rule, batchRows))
  if (places.length === 0) return { found: 0, deleted: 0 }
  const deleted = await inTransaction(db, (tx) => deleteOverdue(tx, rule, places))
  return { found: places.length, deleted }
}

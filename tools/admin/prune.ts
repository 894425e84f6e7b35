import type { Context } from '#lib/usecases/context.ts'
import { measurePrune, pruneNow } from '#lib/usecases/operations/prune-now.ts'
import { toTable } from '../table.ts'

/** Deletes what is kept no longer, or with `isDry` shows rows and bytes of it by table. */
export async function prune(ctx: Context, { isDry, isJson }: { isDry: boolean; isJson: boolean }): Promise<string> {
  if (!isDry) return describePruned(await pruneNow(ctx), isJson)
  const overdue = await measurePrune(ctx)
  if (isJson) return JSON.stringify(overdue, null, 2)
  return toTable(
    ['table', 'rows', 'bytes'],
    overdue.map(({ table, rows, bytes }) => [table, String(rows), String(bytes)]),
  )
}

function describePruned(pruned: Record<string, number>, isJson: boolean): string {
  if (isJson) return JSON.stringify(pruned, null, 2)
  const rows = Object.entries(pruned)
  if (rows.length === 0) return 'Nothing was due.'
  return toTable(
    ['table', 'rows deleted'],
    rows.map(([table, count]) => [table, String(count)]),
  )
}

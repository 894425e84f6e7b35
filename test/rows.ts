import type postgres from 'postgres'
import { guardedTables } from '#drizzle/guarded.ts'

/** A fingerprint of every guarded row; equal before and after whatever must not change anything. */
export async function rowsOf(
  sql: postgres.Sql,
  tables: readonly string[] = guardedTables,
): Promise<Record<string, string>> {
  const prints: Record<string, string> = {}
  for (const table of tables) {
    const [row] = await sql`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${sql(table)} t`
    prints[table] = row?.print
  }
  return prints
}

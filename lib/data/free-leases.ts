import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/** A lease that nobody holds; `since` is when the last one ended, null where nobody ever held it. */
export type FreeLease = { name: string; since: Date | null }

/** Those of the leases that nobody has held for so long. */
export async function listFreeLeases(db: Database, names: readonly string[], seconds: number): Promise<FreeLease[]> {
  const rows = await db.execute<{ name: string; since: string | null }>(sql`
    select n.name, l.expires_at::text as since
    from unnest(${sql.param([...names])}::text[]) with ordinality n(name, place) left join leases l on l.name = n.name
    where coalesce(l.expires_at < now() - make_interval(secs => ${seconds}), true) order by n.place`)
  return rows.map(({ name, since }) => ({ name, since: since === null ? null : new Date(since) }))
}

import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type GivenBack = {
  times: number
  /** What was said the last time; null when it was never given back. */
  lastCause: string | null
  /** Seconds since, by the database's clock. */
  age: number
}

/** How often the job was assigned and came back without a result, whether its worker gave it back or was not heard. */
export async function readGivenBack(db: Database, jobId: bigint): Promise<GivenBack> {
  const [row] = await db.execute(sql`
    select count(*)::int as times, (array_agg(end_cause order by ended_at desc))[1] as "lastCause",
      coalesce(extract(epoch from now() - max(ended_at)), 0)::float8 as age
    from assignments where onchain_job_id = ${jobId.toString()}::numeric and attempt is not null and state = 'RELEASED'`)
  return row as unknown as GivenBack
}

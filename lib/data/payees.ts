import { sql } from 'drizzle-orm'
import { chainLogs } from '#drizzle/schema/jobs.ts'
import type { Database } from './database.ts'

const names = sql.raw(`('PayeeRequested', 'PayeeChanged', 'PayeeCancelled')`)

/** Agents whose newest event about a payee asks for one that may take effect by now, by address, above `after`. */
export async function listDuePayees(
  db: Database,
  { after, limit }: { after: string; limit: number },
): Promise<`0x${string}`[]> {
  const { args, eventName, blockNumber, logIndex } = chainLogs
  const rows = await db.execute<{ agent: `0x${string}` }>(sql`
    select agent from (
      select distinct on (${args}->>'agent') ${args}->>'agent' as agent, ${eventName} as name, ${args}->>'from' as since
      from ${chainLogs} where ${eventName} in ${names} and ${args}->>'agent' > ${after}
      order by ${args}->>'agent', ${blockNumber} desc, ${logIndex} desc
    ) newest
    where name = 'PayeeRequested' and to_timestamp(since::float8) <= now()
    order by agent limit ${limit}`)
  return rows.map(({ agent }) => agent)
}

import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'
import { isBinding } from './live-work.ts'

/** What has started and not ended, and ends without a decision of an operator. */
export type UnderWay = {
  /** Offers that a runtime may still accept, or accepted. */
  offers: number
  /** Jobs with a worker or a panel, by the contract's deadlines. */
  attempts: number
  /** By when the last of these attempts has ended by the contract's clock; null without any. */
  lastDeadline: Date | null
  /** People's transactions that the wallet provider or the chain has. */
  transactions: number
  /** Withdrawals that have not ended; those in doubt wait for an operator and are not among them. */
  withdrawals: number
  /** Calls of the service's keys. */
  calls: number
  /** Results that are being published. */
  publications: number
}

export async function countUnderWay(db: Database): Promise<UnderWay> {
  const [row] = await db.execute<Omit<UnderWay, 'lastDeadline'> & { deadline: number | null }>(sql`
    with binding as (select x.state, x.deadline from assignments x where ${isBinding})
    select (select count(*) from binding where state in ('OFFERED', 'ACCEPTED'))::int as offers,
      (select count(*) from binding where state in ('ASSIGNED', 'SUBMITTED'))::int as attempts,
      (select max(deadline) from binding where state in ('ASSIGNED', 'SUBMITTED'))::float8 as deadline,
      (select count(*) from transactions where state in ('SUBMITTED', 'BROADCAST', 'CONFIRMING'))::int as transactions,
      (select count(*) from withdrawals where state in ('INTENT', 'SUBMITTED'))::int as withdrawals,
      (select count(*) from operator_calls where state in ('INTENT', 'SENT', 'MINED'))::int as calls,
      (select count(*) from publications where state = 'REQUESTED')::int as publications`)
  if (!row) throw new Error('a statement without a row')
  const { deadline, ...counts } = row
  return { ...counts, lastDeadline: deadline === null ? null : new Date(deadline * 1_000) }
}

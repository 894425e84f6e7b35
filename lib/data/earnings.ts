import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type Earning = {
  onchainJobId: bigint
  kind: 'reward' | 'silence_share' | 'verifier_fee'
  amount: bigint
  /** The agent's wallet, or the payee that its key chose. */
  paidTo: `0x${string}`
  transactionHash: `0x${string}`
  blockNumber: bigint
  at: Date
}

const amount = sql.raw(
  `(case event_name when 'JobSettled' then args->>'reward' when 'JobLapsed' then args->>'toWorker' else args->>'fee' end)`,
)
const kinds: Record<string, Earning['kind']> = { JobSettled: 'reward', JobLapsed: 'silence_share' }
const paid = (address: string) => sql`
  from chain_logs where applied_at is not null and args ? 'agent' and args->>'agent' = ${address}
    and event_name in ('JobSettled', 'JobLapsed', 'VerdictRecorded') and ${amount} <> '0'`

/** What the escrow's final events say that this agent was paid, newest first. */
export async function listEarnings(db: Database, address: `0x${string}`, limit: number): Promise<Earning[]> {
  const rows = await db.execute(sql`
    select onchain_job_id::text as id, event_name as name, ${amount} as amount, transaction_hash as hash, args->>'payee' as payee,
      block_number::text as block, applied_at as at
    ${paid(address)} order by block_number desc, log_index desc limit ${limit}`)
  const found = rows as unknown as {
    id: string
    name: string
    amount: string
    hash: `0x${string}`
    payee: `0x${string}`
    block: string
    at: string
  }[]
  return found.map((row) => ({
    onchainJobId: BigInt(row.id),
    kind: kinds[row.name] ?? 'verifier_fee',
    amount: BigInt(row.amount),
    paidTo: row.payee,
    transactionHash: row.hash,
    blockNumber: BigInt(row.block),
    at: new Date(row.at),
  }))
}

/** How much of it went to another address, which its key had chosen. */
export async function sumPaidElsewhere(db: Database, address: `0x${string}`): Promise<bigint> {
  const [row] = await db.execute(
    sql`select coalesce(sum(${amount}::numeric), 0)::text as sum ${paid(address)} and args->>'payee' <> ${address}`,
  )
  return BigInt(String((row as { sum: string } | undefined)?.sum ?? 0))
}

export async function sumEarnings(db: Database, address: `0x${string}`): Promise<bigint> {
  const [row] = await db.execute(sql`select coalesce(sum(${amount}::numeric), 0)::text as sum ${paid(address)}`)
  return BigInt(String((row as { sum: string } | undefined)?.sum ?? 0))
}

export type DaySum = { day: string; amount: bigint }

/** What was earned on each of the last days (UTC, by the database's clock), oldest first; days without earnings are zero. */
export async function sumEarningsByDay(db: Database, address: `0x${string}`, days: number): Promise<DaySum[]> {
  const rows = await db.execute(sql`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(sum(e.amount::numeric), 0)::text as sum
    from (select (now() at time zone 'utc')::date - back as day from generate_series(0, ${days - 1}::int) back) d
    left join (
      select (applied_at at time zone 'utc')::date as day, ${amount} as amount ${paid(address)}
        and applied_at > now() - make_interval(days => ${days}::int)
    ) e on e.day = d.day
    group by d.day order by d.day`)
  return (rows as unknown as { day: string; sum: string }[]).map(({ day, sum }) => ({ day, amount: BigInt(sum) }))
}

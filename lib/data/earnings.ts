import { sql } from 'drizzle-orm'
import type { Database } from './database.ts'

export type Earning = {
  onchainJobId: bigint
  kind: 'reward' | 'verifier_fee'
  amount: bigint
  transactionHash: `0x${string}`
  blockNumber: bigint
  at: Date
}

const paid = (address: string) => sql`
  from chain_logs where applied_at is not null and args ? 'agent' and args->>'agent' = ${address}
    and event_name in ('JobSettled', 'VerdictRecorded')`
const amount = sql.raw(`(case event_name when 'JobSettled' then args->>'reward' else args->>'fee' end)`)

/** What the escrow's final events say that this agent was paid, newest first. */
export async function listEarnings(db: Database, address: `0x${string}`, limit: number): Promise<Earning[]> {
  const rows = await db.execute(sql`
    select onchain_job_id::text as id, event_name as name, ${amount} as amount, transaction_hash as hash,
      block_number::text as block, applied_at as at
    ${paid(address)} order by block_number desc, log_index desc limit ${limit}`)
  const found = rows as unknown as {
    id: string
    name: string
    amount: string
    hash: `0x${string}`
    block: string
    at: string
  }[]
  return found.map((row) => ({
    onchainJobId: BigInt(row.id),
    kind: row.name === 'JobSettled' ? 'reward' : 'verifier_fee',
    amount: BigInt(row.amount),
    transactionHash: row.hash,
    blockNumber: BigInt(row.block),
    at: new Date(row.at),
  }))
}

export async function sumEarnings(db: Database, address: `0x${string}`): Promise<bigint> {
  const [row] = await db.execute(sql`select coalesce(sum(${amount}::numeric), 0)::text as sum ${paid(address)}`)
  return BigInt(String((row as { sum: string } | undefined)?.sum ?? 0))
}

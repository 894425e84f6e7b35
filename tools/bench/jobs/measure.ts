import { setTimeout as wait } from 'node:timers/promises'
import type postgres from 'postgres'
import type { NodeWire } from '../../chain-weather/node-wire.ts'
import type { Blocks } from './blocks.ts'
import { readProcessor } from './processor.ts'
import { readStages, type Stage } from './stages.ts'

export type Watched = { sql: postgres.Sql; pids: Record<string, number>; wires: readonly NodeWire[] }

export type Burst = {
  settled: number
  /** Seconds from the first offer until the last of these jobs was paid in a block. */
  elapsed: number
  /** Jobs a minute between the tenth and the ninetieth of a hundred. */
  steady: number
  stages: Stage[]
  /** Of one core, by program. */
  cores: Record<string, number>
  statements: number
  rpcCalls: number
  /** What the database spent most time on: statement, calls, and share of its time. */
  heaviest: { text: string; calls: number; share: number }[]
}
export type Line = Burst & { seconds: number; single: Stage[]; fullest: number }

const secondsMax = 900

/** Starts the work on these funded jobs and measures until they are settled, or for a quarter of an hour. */
export async function measure(
  { sql, pids, wires }: Watched,
  ids: readonly string[],
  { start, blocks }: { start: () => Promise<void>; blocks: Blocks },
): Promise<Burst> {
  await sql`select pg_stat_statements_reset()`
  const calls = () => wires.reduce((sum, wire) => sum + wire.calls(), 0)
  const [processor, callsBefore] = [await readProcessor(pids), calls()]
  const startedAt = Date.now()
  await start()
  await untilSettled(sql, ids, secondsMax)
  const used = await readProcessor(pids)
  const passed = (Date.now() - startedAt) / 1_000
  const rpcCalls = calls() - callsBefore
  const paid = await sql<{ block: string }[]>`select block_number::text as block from chain_logs
    where event_name = 'JobSettled' and onchain_job_id in ${sql(ids)} order by block_number`
  const times = paid.map(({ block }) => ((blocks.minedAt.get(BigInt(block)) ?? startedAt) - startedAt) / 1_000)
  const [tenth = 0, ninetieth = 0] = [0.1, 0.9].map((share) => times[Math.floor(times.length * share)])
  return {
    settled: times.length,
    elapsed: times.at(-1) ?? Number.NaN,
    steady: (0.8 * times.length * 60) / (ninetieth - tenth),
    stages: times.length === ids.length ? await readStages(sql, ids, blocks) : [],
    cores: Object.fromEntries(
      Object.keys(pids).map((name) => [name, ((used[name] ?? 0) - (processor[name] ?? 0)) / passed]),
    ),
    ...(await readStatements(sql)),
    rpcCalls,
  }
}

/** Resolves once all are settled, or when the time is over. */
export async function untilSettled(sql: postgres.Sql, ids: readonly string[], seconds: number): Promise<void> {
  for (const end = Date.now() + seconds * 1_000; Date.now() < end; await wait(500)) {
    const [row] =
      await sql`select count(*)::int as count from jobs where state = 'SETTLED' and onchain_job_id in ${sql(ids)}`
    if (row?.count === ids.length) return
  }
}

async function readStatements(sql: postgres.Sql): Promise<Pick<Burst, 'statements' | 'heaviest'>> {
  const rows = await sql<{ text: string; calls: number; share: number; all: number }[]>`
    select regexp_replace(query, '\\s+', ' ', 'g') as text, calls::int as calls, sum(calls) over ()::int as all,
      total_exec_time / sum(total_exec_time) over () as share
    from pg_stat_statements where query not like '%pg_stat_statements%' order by total_exec_time desc limit 12`
  return { statements: rows[0]?.all ?? 0, heaviest: rows.map(({ text, calls, share }) => ({ text, calls, share })) }
}

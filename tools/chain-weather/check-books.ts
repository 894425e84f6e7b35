import { isDeepStrictEqual } from 'node:util'
import postgres from 'postgres'
import { parseEventLogs } from 'viem'
import { agentRegistryAbi } from '#lib/chain/abi/agent-registry.ts'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { jobStates } from '#lib/domain/job.ts'
import type { NodeClient } from '#sandbox/chain/node-client.ts'
import type { Ledger } from '../demo/ledger.ts'

/** What is wrong; each number is to be 0. */
export type Faults = {
  /** Events of the escrow that are not recorded, or had no effect. */
  'events lost': number
  /** Recorded events that are not on chain. */
  'events made up': number
  /** Jobs whose row differs from the contract. */
  'jobs differ': number
  halts: number
  /** What needs a person or a repair: calls, transactions, withdrawals, dead letters, differences that were found. */
  'left to people': number
  'books unbalanced': number
}
export type BooksCheck = { events: number; jobs: number; faults: Faults }

type Sources = { node: NodeClient; databaseUrl: string; ledger: Ledger }

/** Holds the database against the chain itself, past the service and the wire. */
export async function checkBooks({ node, databaseUrl, ledger }: Sources): Promise<BooksCheck> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const events = await compareEvents(sql, node, ledger)
    const jobs = await compareJobs(sql, node, ledger.escrow)
    const [open] = await sql<{ halts: number; left: number }[]>`select
      (select count(*)::int from chain_cursor where halted_reason is not null) as halts,
      (select count(*)::int from operator_calls where state not in ('CONFIRMED', 'FAILED'))
        + (select count(*)::int from transactions where ended_at is null)
        + (select count(*)::int from withdrawals where state not in ('CONFIRMED', 'FAILED'))
        + (select count(*)::int from webhook_inbox where dead_at is not null)
        + (select coalesce(sum(jsonb_array_length(differences)), 0)::int from chain_cursor) as left`
    const { isBalanced } = await ledger.books()
    const faults = {
      'events lost': events.lost,
      'events made up': events.madeUp,
      'jobs differ': jobs.differing,
      halts: open?.halts ?? 0,
      'left to people': open?.left ?? 0,
      'books unbalanced': isBalanced ? 0 : 1,
    }
    return { events: events.count, jobs: jobs.count, faults }
  } finally {
    await sql.end({ timeout: 2 })
  }
}

/** The same without what was left to people before. */
export function since(earlier: BooksCheck, { faults, ...check }: BooksCheck): BooksCheck {
  const left = Math.max(0, faults['left to people'] - earlier.faults['left to people'])
  return { ...check, faults: { ...faults, 'left to people': left } }
}

export function isClean({ faults }: BooksCheck): boolean {
  return Object.values(faults).every((count) => count === 0)
}

type Address = `0x${string}`

async function compareEvents(sql: postgres.Sql, node: NodeClient, ledger: Ledger) {
  const abi = [...jobEscrowAbi, ...agentRegistryAbi]
  const { escrow, registry, deploymentBlock: fromBlock } = ledger
  const logs = parseEventLogs({ abi, logs: await node.getLogs({ address: [escrow, registry], fromBlock }) })
  const rows = await sql`select block_number, log_index, block_hash, event_name, applied_at is not null as applied
    from chain_logs`
  const recorded = new Map(rows.map((row) => [`${row.block_number}/${row.log_index}`, row]))
  let lost = 0
  for (const { blockNumber, logIndex, blockHash, eventName } of logs) {
    const key = `${blockNumber}/${logIndex}`
    const row = recorded.get(key)
    if (row?.block_hash === blockHash && row.event_name === eventName && row.applied) recorded.delete(key)
    else lost += 1
  }
  return { count: logs.length, lost, madeUp: recorded.size }
}

async function compareJobs(sql: postgres.Sql, node: NodeClient, address: Address) {
  const read = { address, abi: jobEscrowAbi } as const
  const count = await node.readContract({ ...read, functionName: 'jobCount' })
  const rows = await sql`select onchain_job_id::text as id, state, held::text as held from jobs`
  const recorded = new Map(rows.map(({ id, state, held }) => [String(id), { state, held: BigInt(held) }]))
  let differing = Math.abs(Number(count) - recorded.size)
  for (const [id, row] of recorded) {
    const job = await node.readContract({ ...read, functionName: 'job', args: [BigInt(id)] })
    if (!isDeepStrictEqual(row, { state: jobStates[job.state - 1], held: job.held })) differing += 1
  }
  return { count: Number(count), differing }
}

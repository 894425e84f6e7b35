import { and, eq, sql } from 'drizzle-orm'
import { agents } from '#drizzle/schema/agents.ts'
import { outcomeOfEvent, type WorkOutcome } from '../domain/work-outcome.ts'
import type { Database } from './database.ts'

const most = 20

export type PublicWorkerRow = { publicName: string | null; qualifiedAt: Date | null }

/** The worker with this wallet, without anything of its owner. */
export async function findPublicWorker(db: Database, address: `0x${string}`): Promise<PublicWorkerRow | undefined> {
  const [row] = await db
    .select({ publicName: agents.publicName, qualifiedAt: agents.qualifiedAt })
    .from(agents)
    .where(and(eq(agents.walletAddress, address), eq(agents.role, 'worker')))
  return row
}

export type Work = {
  onchainJobId: bigint
  attempt: number
  repository: string
  issueNumber: number
  title: string
  outcome: WorkOutcome
  paid: bigint
  at: Date
}

/** The newest results of this agent in public repositories of which a final event of the escrow says how they ended. */
export async function listWork(db: Database, address: `0x${string}`): Promise<Work[]> {
  const rows = await db.execute(sql`
    select l.onchain_job_id::text as id, (l.args->>'attempt')::int as attempt, l.event_name as event,
      coalesce(l.args->>'reward', l.args->>'toWorker', '0') as paid, l.seen_at as at,
      f.task_document->'repository'->>'full_name' as repository,
      (f.task_document->'issue'->>'number')::int as "issueNumber", f.task_document->'issue'->>'title' as title
    from chain_logs l
    join jobs j on j.onchain_job_id = l.onchain_job_id
    join funding_snapshots f on f.id = j.snapshot_id and not (f.task_document->'repository'->>'private')::boolean
    where l.applied_at is not null and l.args ? 'agent' and l.args->>'agent' = ${address}
      and l.event_name in ${Object.keys(outcomeOfEvent)}
    order by l.block_number desc, l.log_index desc limit ${most}`)
  return (rows as unknown as Row[]).map(({ id, event, paid, at, ...work }) => ({
    ...work,
    onchainJobId: BigInt(id),
    outcome: outcomeOfEvent[event],
    paid: BigInt(paid),
    at: new Date(at),
  }))
}

type Row = Pick<Work, 'attempt' | 'repository' | 'issueNumber' | 'title'> & {
  id: string
  event: keyof typeof outcomeOfEvent
  paid: string
  at: string
}

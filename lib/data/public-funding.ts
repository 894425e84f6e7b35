import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

/** Shows the newest job of a public issue at the issue; private repositories show nothing. */
async function project(tx: Transaction, which: SQL): Promise<void> {
  await tx.execute(sql`
    update public_issues p set onchain_job_id = n.onchain_job_id, job_state = n.state, reward = n.reward,
      open_until = n.open_until
    from (
      select distinct on (s.repository_id, s.number) s.repository_id, s.number, j.onchain_job_id, j.state, j.open_until, f.reward
      from jobs j
      join funding_snapshots f on f.id = j.snapshot_id
      cross join lateral (select (f.task_document->'repository'->>'id')::bigint as repository_id,
        (f.task_document->'issue'->>'number')::int as number,
        (f.task_document->'repository'->>'private')::boolean as private) s
      where not s.private and ${which}
      order by s.repository_id, s.number, j.onchain_job_id desc) n
    where p.repository_id = n.repository_id and p.number = n.number
      and (p.onchain_job_id is null or p.onchain_job_id <= n.onchain_job_id)`)
}

export function projectJobFunding(tx: Transaction, onchainJobId: bigint): Promise<void> {
  return project(tx, sql`j.onchain_job_id = ${onchainJobId.toString()}::numeric`)
}

export function projectRepositoryFunding(tx: Transaction, repositoryId: number): Promise<void> {
  return project(tx, sql`s.repository_id = ${repositoryId}`)
}

import { type SQL, sql } from 'drizzle-orm'
import type { Transaction } from './database.ts'

const repositoryOf = (snapshot: 'f' | 'c') => sql.raw(`((${snapshot}.task_document->'repository'->>'id')::bigint)`)
const numberOf = (snapshot: 'f' | 'c') => sql.raw(`((${snapshot}.task_document->'issue'->>'number')::int)`)

/**
 * Shows a job at each of these public issues: the newest one that holds money for work, or the newest of all where none
 * does. `changed` gives repository and number of issues; private repositories show nothing.
 */
async function project(tx: Transaction, changed: SQL): Promise<void> {
  await tx.execute(sql`
    update public_issues p set onchain_job_id = n.onchain_job_id, job_state = n.state, reward = n.reward,
      open_until = n.open_until, news_at = greatest(p.news_at, n.funded_at)
    from (
      select distinct on (i.repository_id, i.number) i.repository_id, i.number, j.onchain_job_id, j.state, j.open_until,
        f.reward, j.created_at as funded_at
      from (select distinct * from (${changed}) c) i (repository_id, number)
      join funding_snapshots f on ${repositoryOf('f')} = i.repository_id and ${numberOf('f')} = i.number
      join jobs j on j.snapshot_id = f.id
      where not (f.task_document->'repository'->>'private')::boolean
      order by i.repository_id, i.number, (j.state in ('OPEN', 'ASSIGNED', 'SUBMITTED')) desc, j.onchain_job_id desc) n
    where p.repository_id = n.repository_id and p.number = n.number`)
}

export function projectJobFunding(tx: Transaction, onchainJobId: bigint): Promise<void> {
  return project(
    tx,
    sql`select ${repositoryOf('c')}, ${numberOf('c')} from jobs k join funding_snapshots c on c.id = k.snapshot_id
      where k.onchain_job_id = ${onchainJobId.toString()}::numeric`,
  )
}

export function projectRepositoryFunding(tx: Transaction, repositoryId: number): Promise<void> {
  return project(
    tx,
    sql`select ${repositoryOf('c')}, ${numberOf('c')} from funding_snapshots c
      where ${repositoryOf('c')} = ${repositoryId}`,
  )
}

import { sql } from 'drizzle-orm'
import type { WorkerReport } from '#lib/domain/worker-report.ts'
import type { Database } from './database.ts'

/** A report with the seconds since it was made, by the database's clock. */
export type HeardWorker = { id: string; heardAt: Date; secondsAgo: number; report: WorkerReport }

const prefix = 'worker '

/** Stores a worker's newest report, and drops those of workers that have not reported for a day. */
export async function saveWorkerReport(db: Database, id: string, report: WorkerReport): Promise<void> {
  await db.execute(sql`
    insert into sweep_cursors (name, position) values (${prefix + id}, ${JSON.stringify(report)})
    on conflict (name) do update set position = excluded.position, updated_at = now()`)
  await db.execute(sql`
    delete from sweep_cursors where starts_with(name, ${prefix}) and updated_at < now() - interval '1 day'`)
}

/** The newest report of each worker of the last day, newest first. */
export async function listWorkerReports(db: Database): Promise<HeardWorker[]> {
  const rows = await db.execute<{ name: string; position: string; heardAt: string; secondsAgo: number }>(sql`
    select name, position, updated_at::text as "heardAt",
      greatest(extract(epoch from now() - updated_at), 0)::float8 as "secondsAgo"
    from sweep_cursors where starts_with(name, ${prefix}) order by updated_at desc`)
  return rows.map(({ name, position, heardAt, secondsAgo }) => ({
    id: name.slice(prefix.length),
    heardAt: new Date(heardAt),
    secondsAgo,
    report: JSON.parse(position) as WorkerReport,
  }))
}

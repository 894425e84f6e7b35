import { desc, sql } from 'drizzle-orm'
import { workerReports } from '#drizzle/schema/requests.ts'
import type { WorkerReport } from '../domain/worker-report.ts'
import type { Database } from './database.ts'

/** A report with the seconds since it was made, by the database's clock. */
export type HeardWorker = { id: string; heardAt: Date; secondsAgo: number; report: WorkerReport }

/** Stores a worker's newest report. */
export async function saveWorkerReport(db: Database, id: string, report: WorkerReport): Promise<void> {
  await db
    .insert(workerReports)
    .values({ id, report })
    .onConflictDoUpdate({ target: workerReports.id, set: { report, heardAt: sql`now()` } })
}

/** The newest report of each worker of the last day, newest first. */
export function listWorkerReports(db: Database): Promise<HeardWorker[]> {
  return db
    .select({
      id: workerReports.id,
      heardAt: workerReports.heardAt,
      secondsAgo: sql<number>`greatest(extract(epoch from now() - ${workerReports.heardAt}), 0)::float8`,
      report: workerReports.report,
    })
    .from(workerReports)
    .where(sql`${workerReports.heardAt} >= now() - interval '1 day'`)
    .orderBy(desc(workerReports.heardAt))
}

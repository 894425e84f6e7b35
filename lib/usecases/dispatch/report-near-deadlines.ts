import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { listNearDeadlines, type NearDeadline } from '../../data/near-deadlines.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'

/** Notifies owners once for each attempt whose time is nearly over while their worker has not delivered. */
export async function reportNearDeadlines(ctx: WorkerContext): Promise<void> {
  const near = await listNearDeadlines(ctx.db, 100)
  await sweepRows(near, { nameOf: ({ jobId }) => jobId, handle: (one) => report(ctx, one) })
}

async function report(ctx: WorkerContext, { agentId, ownerUserId: userId, ...fact }: NearDeadline): Promise<void> {
  const subject = { type: 'agent', id: agentId } as const
  const evidence = { onchain_job_id: fact.jobId, attempt: fact.attempt, work_by: fact.workBy }
  await inTransaction(ctx.db, (tx) =>
    recordEvent(tx, { actor: ctx.actor, subject, userId, name: 'agent.time_running_out', evidence }),
  )
}

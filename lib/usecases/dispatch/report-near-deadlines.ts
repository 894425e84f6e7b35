import { inTransaction } from '../../data/database.ts'
import { recordEventOnce } from '../../data/events.ts'
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
  const facts = { onchain_job_id: fact.jobId, attempt: fact.attempt }
  const change = { name: 'agent.time_running_out', evidence: { ...facts, work_by: fact.workBy } } as const
  await inTransaction(ctx.db, (tx) => recordEventOnce(tx, { actor: ctx.actor, subject, userId, ...change }, { facts }))
}

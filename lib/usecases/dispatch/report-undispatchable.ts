import { inTransaction } from '../../data/database.ts'
import { recordEventOnce } from '../../data/events.ts'
import { listUndispatchable, type UndispatchableJob } from '../../data/undispatchable.ts'
import { patienceSeconds } from '../../domain/dispatch-note.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'

/** Notifies clients once each time that a job of theirs has been open for a while and nobody can be offered it. */
export async function reportUndispatchable(ctx: WorkerContext): Promise<void> {
  const jobs = await listUndispatchable(ctx.db, patienceSeconds, 100)
  await sweepRows(jobs, { nameOf: ({ id }) => id, handle: (job) => report(ctx, job) })
}

async function report(ctx: WorkerContext, { id, userId, reason, openSince }: UndispatchableJob): Promise<void> {
  const subject = { type: 'job', id } as const
  const facts = { open_since: openSince }
  const change = { name: 'job.undispatchable', evidence: { reason, ...facts } } as const
  await inTransaction(ctx.db, (tx) => recordEventOnce(tx, { actor: ctx.actor, subject, userId, ...change }, { facts }))
}

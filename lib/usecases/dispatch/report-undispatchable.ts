import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
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
  const evidence = { reason, open_since: openSince }
  await inTransaction(ctx.db, (tx) =>
    recordEvent(tx, { actor: ctx.actor, subject, userId, name: 'job.undispatchable', evidence }),
  )
}

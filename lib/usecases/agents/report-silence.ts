import { inTransaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { listSilentRuntimes, type SilentRuntime } from '#lib/data/silent-runtimes.ts'
import { offlineAfterSeconds } from '#lib/domain/agent.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'

/** Notifies owners once of every silence of a runtime that should be running. */
export async function reportSilence(ctx: WorkerContext): Promise<void> {
  const silent = await listSilentRuntimes(ctx.db, offlineAfterSeconds, 100)
  await sweepRows(silent, { nameOf: ({ agentId }) => agentId, handle: (runtime) => report(ctx, runtime) })
}

async function report(ctx: WorkerContext, { agentId, userId, heardAt }: SilentRuntime): Promise<void> {
  const subject = { type: 'agent', id: agentId } as const
  const evidence = { heard_at: heardAt }
  await inTransaction(ctx.db, (tx) =>
    recordEvent(tx, { actor: ctx.actor, subject, userId, name: 'agent.offline', evidence }),
  )
}

import { inTransaction } from '../../data/database.ts'
import { recordEventOnce } from '../../data/events.ts'
import { listSilentRuntimes, type SilentRuntime } from '../../data/silent-runtimes.ts'
import { offlineAfterSeconds } from '../../domain/agent.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'

/** Notifies owners once of every silence of a runtime that should be running. */
export async function reportSilence(ctx: WorkerContext): Promise<void> {
  const silent = await listSilentRuntimes(ctx.db, offlineAfterSeconds, 100)
  await sweepRows(silent, { nameOf: ({ agentId }) => agentId, handle: (runtime) => report(ctx, runtime) })
}

async function report(ctx: WorkerContext, { agentId, userId, heardAt }: SilentRuntime): Promise<void> {
  const subject = { type: 'agent', id: agentId } as const
  const facts = { heard_at: heardAt }
  await inTransaction(ctx.db, (tx) =>
    recordEventOnce(tx, { actor: ctx.actor, subject, userId, name: 'agent.offline', evidence: facts }, { facts }),
  )
}

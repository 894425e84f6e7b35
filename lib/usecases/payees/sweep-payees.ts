import { listDuePayees } from '../../data/payees.ts'
import { takeTurns } from '../../data/sweep-cursors.ts'
import type { WorkerContext } from '../context.ts'
import { sweepRows } from '../sweep-rows.ts'
import { applyPayee } from './apply-payee.ts'

const limit = 100

/**
 * Checks every payee whose time has come in turn, no matter who requested it; what the registry refuses stays in the
 * list.
 */
export async function sweepPayees(ctx: WorkerContext): Promise<void> {
  const due = await takeTurns(ctx.db, 'payees', {
    read: (after) => listDuePayees(ctx.db, { after, limit }),
    keyOf: (agent) => agent,
    limit,
  })
  await sweepRows(due, { nameOf: (agent) => agent, handle: (agent) => applyPayee(ctx, { agent }) })
}

import { listDuePayees } from '#lib/data/payees.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { WorkerContext } from '../context.ts'
import { applyPayee } from './apply-payee.ts'

/** Looks at every payee whose time has come, whoever asked for it. */
export async function sweepPayees(ctx: WorkerContext): Promise<void> {
  for (const agent of await listDuePayees(ctx.db, 100)) {
    try {
      await applyPayee(ctx, { agent })
    } catch (error) {
      // The chain cannot be asked now; the next sweep looks again.
      if (!isFailure(error)) throw error
    }
  }
}

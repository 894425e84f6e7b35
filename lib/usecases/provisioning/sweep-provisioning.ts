import { listAgentsToContinue } from '../../data/agents.ts'
import type { WorkerContext } from '../context.ts'
import { sweepParts, sweepRows } from '../sweep-rows.ts'
import { continueProvisioning } from './continue-provisioning.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

/** Goes on with every agent whose provisioning waits or was interrupted, and warns of credentials that near their end. */
export async function sweepProvisioning(ctx: WorkerContext): Promise<void> {
  const waiting = await listAgentsToContinue(ctx.db, 2, 50)
  await sweepParts(
    () => sweepRows(waiting, { nameOf: String, handle: (agentId) => continueProvisioning(ctx, { agentId }) }),
    () => warnOfExpiry(ctx),
  )
}

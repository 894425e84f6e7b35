import { listAgentsToContinue } from '#lib/data/agents.ts'
import type { WorkerContext } from '../context.ts'
import { continueProvisioning } from './continue-provisioning.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

/** Goes on with every agent whose provisioning waits or was interrupted, and warns of credentials that near their end. */
export async function sweepProvisioning(ctx: WorkerContext): Promise<void> {
  for (const agentId of await listAgentsToContinue(ctx.db, 2, 50)) await continueProvisioning(ctx, { agentId })
  await warnOfExpiry(ctx)
}

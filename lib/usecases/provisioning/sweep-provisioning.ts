import { listAgentsToContinue } from '#lib/data/agents.ts'
import type { WorkerContext } from '../context.ts'
import { continueProvisioning } from './continue-provisioning.ts'

/** Goes on with every agent whose provisioning waits or was interrupted. */
export async function sweepProvisioning(ctx: WorkerContext): Promise<void> {
  for (const agentId of await listAgentsToContinue(ctx.db, 2, 50)) await continueProvisioning(ctx, { agentId })
}

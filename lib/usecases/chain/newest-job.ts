import { findJobById } from '../../data/jobs.ts'
import type { ChainJob } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** The job as the contract holds it now, not older than its last event that is known here. */
export async function newestJob(ctx: Context, id: bigint): Promise<ChainJob | undefined> {
  const job = await findJobById(ctx.db, id)
  return ctx.chain.newestJob(id, job?.lastEventBlock ?? 0n)
}

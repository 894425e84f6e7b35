import type { AssignmentRow } from '#lib/data/assignments.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { ChainJob } from '#lib/ports/chain.ts'
import { newestJob } from '../chain/newest-job.ts'
import type { Context } from '../context.ts'

/** The contract, asked now, decides whether the attempt is still this agent's. `now` is the chain's time in seconds. */
export async function requireAssigned(
  ctx: Context,
  assignment: AssignmentRow,
): Promise<{ job: ChainJob; now: bigint }> {
  const [job, { timestamp: now }] = await Promise.all([
    newestJob(ctx, assignment.onchainJobId),
    ctx.chain.latestBlock(),
  ])
  const isOurs = job?.attempt === assignment.attempt && job.agent === assignment.agentAddress
  if (!isOurs || job.state !== 'ASSIGNED')
    throw new Failure('attempt_superseded', 'The contract no longer names this agent for the job.')
  return { job, now }
}

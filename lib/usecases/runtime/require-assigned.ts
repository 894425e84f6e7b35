import type { AssignmentRow } from '../../data/assignments.ts'
import { findJobById } from '../../data/jobs.ts'
import { Failure } from '../../domain/failure.ts'
import type { ChainJob } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

const superseded = () => new Failure('attempt_superseded', 'The contract no longer names this agent for the job.')

/**
 * The contract, asked now, decides whether the attempt is still this agent's. A runtime drops its work when it hears that
 * it is not, so that takes our own record or a final block; one node alone is not believed, and asked again.
 */
export async function requireAssigned(ctx: Context, assignment: AssignmentRow): Promise<ChainJob> {
  if (assignment.state !== 'ASSIGNED') throw superseded()
  const { onchainJobId: id } = assignment
  const row = await findJobById(ctx.db, id)
  const since = row?.lastEventBlock ?? 0n
  const job = await ctx.chain.newestJob(id, since)
  if (job && isHeld(assignment, job)) return job
  const { number } = await ctx.chain.finalBlock()
  const final = number >= since ? await ctx.chain.job(id, number) : undefined
  throw final && !isHeld(assignment, final) ? superseded() : undecided()
}

function isHeld({ attempt, agentAddress }: AssignmentRow, job: ChainJob): boolean {
  return job.state === 'ASSIGNED' && job.attempt === attempt && job.agent === agentAddress
}

/** Refuses what comes after a deadline of the contract; by a final block, since the newest is one node's word. */
export async function requireBefore(ctx: Context, deadline: bigint, message: string): Promise<void> {
  const { timestamp } = await ctx.chain.latestBlock()
  if (timestamp <= deadline) return
  const final = await ctx.chain.finalBlock()
  throw final.timestamp > deadline ? new Failure('attempt_superseded', message) : undecided()
}

function undecided(): Failure {
  const message = 'The newest block says otherwise than our record, and is not final yet.'
  return new Failure('chain_unavailable', message, { retryAfterSeconds: 2 })
}

import { wakeHolders } from '../../data/wakeups.ts'
import type { Context } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import { refundCall } from './job-calls.ts'
import { type Standstill, waitForCall } from './standstill.ts'
import type { HeldJob } from './subject.ts'

/**
 * Returns a job's money to its client once the contract allows nothing else: anyone may send that call, so nobody has
 * to wait for the client. Answers how it stands; undefined while the job can still go on.
 */
export async function refundLapsed(ctx: Context, held: HeldJob): Promise<Standstill | undefined> {
  if (!(await isLapsed(ctx, held))) return undefined
  await wakeHolders(ctx.db, held.job.onchainJobId)
  const standing = await callOnce(ctx, refundCall(ctx, held.job.onchainJobId))
  return waitForCall(
    standing,
    'The job is over; its money is on its way back to the client.',
    (cause) => `The escrow refused to return the money (${cause}); it is tried again.`,
  )
}

/** An assignment whose time is over is released first, which brings its job here if it cannot be started again. */
async function isLapsed(ctx: Context, { onChain, now }: HeldJob): Promise<boolean> {
  switch (onChain.state) {
    case 'EXPIRED':
    case 'REJECTED':
      return true
    case 'OPEN':
      return now > onChain.openUntil
    case 'SUBMITTED':
      return now > (onChain.verifyBy === 0n ? onChain.seatBy : onChain.verifyBy + (await ctx.chain.bounds()).grace)
    default:
      return false
  }
}

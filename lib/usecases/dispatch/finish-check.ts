import type { Database } from '../../data/database.ts'
import { type DueJob, finishCheck } from '../../data/due-jobs.ts'
import { findFinalityLag } from '../../data/finality-lag.ts'
import { windowAfterFinality } from '../../domain/chain-time.ts'
import { isOver } from '../../domain/job.ts'
import type { Context } from '../context.ts'
import { nextDeadline, noWindows, type Windows } from './next-deadline.ts'
import type { Standstill } from './standstill.ts'
import type { HeldJob } from './subject.ts'

/** Every job is checked about once an hour, whatever was overlooked; not all of them at one time. */
const safetySeconds = () => 3_600 * (0.9 + 0.1 * Math.random())

type CheckedJob = HeldJob & { verificationWindow: bigint }

/** Notes why the job waits, and makes it due by the next deadline that time alone brings. */
export async function finish(
  ctx: Context,
  db: Database,
  due: DueJob,
  held: CheckedJob,
  wait: Standstill,
): Promise<void> {
  const { job, onChain, now } = held
  const afterSeconds = isOver(job.state) ? null : Math.min(wait.afterSeconds ?? Infinity, safetySeconds())
  const deadline = nextDeadline(onChain, await windowsOf(ctx, held), now)
  await finishCheck(db, due, { reason: wait.reason, waitsFor: wait.waitsFor ?? null, deadline, afterSeconds })
}

async function windowsOf(ctx: Context, { onChain, verificationWindow }: CheckedJob): Promise<Windows> {
  if (onChain.state !== 'SUBMITTED' || onChain.verifyBy === 0n) return noWindows
  const afterFinality = windowAfterFinality(verificationWindow, await findFinalityLag(ctx.db))
  return { verification: verificationWindow, afterFinality, grace: (await ctx.chain.bounds()).grace }
}

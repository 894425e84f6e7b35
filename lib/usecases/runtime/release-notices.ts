import type { AssignmentRow } from '../../data/assignments.ts'
import { mayBeAnnounced } from '../../data/release-notices.ts'
import { isFailure } from '../../domain/failure.ts'
import { newestJob } from '../chain/newest-job.ts'
import type { Context, RuntimeActor } from '../context.ts'

/** `releaseAt` is in seconds of the chain's clock. */
export type ReleaseNotice = { jobId: bigint; attempt: number; releaseAt: bigint }

/**
 * The runtime's attempts whose end is announced on chain and can still be objected to. While the chain cannot be read
 * there are none; the next heartbeat asks again.
 */
export async function releaseNotices(
  ctx: Context,
  runtime: RuntimeActor,
  assignments: readonly AssignmentRow[],
): Promise<ReleaseNotice[]> {
  const held = assignments.filter(
    (row) => row.state === 'ASSIGNED' && row.releaseSignature === null && row.key === runtime.key,
  )
  const notices = await Promise.all(held.map((row) => noticeOf(ctx, row)))
  return notices.filter((notice) => notice !== undefined)
}

async function noticeOf(ctx: Context, row: AssignmentRow): Promise<ReleaseNotice | undefined> {
  const { onchainJobId: jobId, attempt } = row
  if (attempt === null || !(await mayBeAnnounced(ctx.db, jobId, attempt))) return undefined
  try {
    const [onChain, now] = await Promise.all([newestJob(ctx, jobId), ctx.chain.latestBlock()])
    if (onChain?.state !== 'ASSIGNED' || onChain.attempt !== attempt) return undefined
    const { releaseAt } = onChain
    return releaseAt >= now.timestamp ? { jobId, attempt, releaseAt } : undefined
  } catch (error) {
    if (!isFailure(error)) throw error
    return undefined
  }
}

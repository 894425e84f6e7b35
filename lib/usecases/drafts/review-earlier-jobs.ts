import type { DraftRow } from '../../data/drafts.ts'
import { listJobsOfIssue } from '../../data/jobs.ts'
import type { Finding } from '../../domain/finding.ts'
import { warning } from '../../domain/review.ts'
import type { Context } from '../context.ts'

/** Whether the client pays for the issue already, or has paid for it; it may be meant, so only a warning. */
export async function reviewEarlierJobs(ctx: Context, draft: DraftRow): Promise<Finding[]> {
  const [job] = await listJobsOfIssue(ctx.db, draft)
  if (!job) return []
  const state = job.state === 'SETTLED' ? 'has already paid for this issue' : 'is already paying for this issue'
  const message = `Your job ${job.onchainJobId} ${state}; this draft would pay for it again.`
  return [warning('issue_has_job', '/issue', message, 'Fund it only if you want the work done again.')]
}

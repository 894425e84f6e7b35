import type { DraftRow } from '../../data/drafts.ts'
import { listJobsOfIssue } from '../../data/jobs.ts'
import type { Finding } from '../../domain/finding.ts'
import { warning } from '../../domain/review.ts'
import type { Context } from '../context.ts'

/** Whether the client pays for the issue already, or has paid for it; it may be meant, so only a warning. */
export async function reviewEarlierJobs(ctx: Context, draft: DraftRow): Promise<Finding[]> {
  const [job] = await listJobsOfIssue(ctx.db, draft)
  if (!job) return []
  const state = job.state === 'SETTLED' ? 'was paid for it' : 'is under way for it'
  const message = `Your job ${job.onchainJobId} ${state}; this draft pays for the same issue again.`
  return [warning('issue_has_job', '/issue', message, 'Fund it only if you want the work done again.')]
}

import type { SnapshotRow } from '../../data/drafts.ts'
import { findJobAndTerms, type JobRow } from '../../data/jobs.ts'
import { findPublicIssue, type IssueJob, listOtherJobs, type PublicIssueRow } from '../../data/public-issue-list.ts'
import { readClientReputation } from '../../data/reputations.ts'
import { listRecordedVerdicts, type SeatRow } from '../../data/seats.ts'
import { type ContentWarning, contentWarnings } from '../../domain/content-warning.ts'
import { Failure } from '../../domain/failure.ts'
import type { ClientReputation } from '../../domain/reputation.ts'
import { isEnded } from '../../domain/sealed-files.ts'
import type { Context } from '../context.ts'

export type PublicIssueView = {
  issue: PublicIssueRow & { body: string }
  warnings: ContentWarning[]
  /** Earlier ones, and later ones that no longer hold money for work. */
  otherJobs: IssueJob[]
  proof: {
    job: JobRow
    snapshot: SnapshotRow
    client: ClientReputation
    /** Of every attempt, once the job has ended; what they tell could be of use to a worker before. */
    verdicts: SeatRow[]
  } | null
}

/** A public issue with its text and, once it was funded, what anyone needs to check the job. */
export async function readPublicIssue(
  ctx: Context,
  place: { fullName: string; number: number },
): Promise<PublicIssueView> {
  const issue = await findPublicIssue(ctx.reader, place)
  if (!issue) throw new Failure('not_found', 'There is no such public issue in the index.')
  const funded = issue.onchainJobId === null ? undefined : await findJobAndTerms(ctx.db, issue.onchainJobId)
  const { job, snapshot } = { ...funded }
  const isPublic = job && snapshot && !snapshot.taskDocument.repository.private
  return {
    issue,
    otherJobs: await listOtherJobs(ctx.reader, issue.id),
    warnings: contentWarnings(`${issue.title}\n${issue.body}`),
    proof: isPublic
      ? {
          job,
          snapshot,
          client: await readClientReputation(ctx.db, job.userId),
          verdicts: isEnded(job.state) ? await listRecordedVerdicts(ctx.db, job.onchainJobId) : [],
        }
      : null,
  }
}

import type { z } from 'zod'
import { jobSummary, jobTableRow, listedJob } from '../../api/job-list.ts'
import type { ListedJob } from '../../data/job-list.ts'
import type { JobState } from '../../domain/job.ts'
import type { JobGroup } from '../../domain/job-list.ts'
import type { JobSummary } from '../../usecases/jobs/list-jobs.ts'
import { toTable } from '../csv.ts'
import { toWire } from '../to-wire.ts'
import { describeJob } from './job-reply.ts'

export function toJobFilter(query: {
  state?: JobState[] | undefined
  group?: JobGroup | undefined
  q?: string | undefined
}) {
  return { states: query.state, group: query.group, text: query.q }
}

export function toListedJobReply({ worker, ...row }: ListedJob) {
  const { address = null, name = null } = worker ?? {}
  return toWire(listedJob, { ...row, ...describeJob(row), worker: address, workerName: name })
}

export function toJobSummaryReply(summary: JobSummary) {
  return toWire(jobSummary, summary)
}

/** The table line by line. */
export function toJobTable(batches: AsyncGenerator<ListedJob[]>): ReadableStream<Uint8Array> {
  return toTable(jobTableRow, batches, toRow)
}

function toRow(row: ListedJob): z.input<typeof jobTableRow> {
  const { title, repository_full_name: repository, issue_number: issue, ...job } = toListedJobReply(row)
  return {
    onchain_job_id: job.onchain_job_id,
    title,
    repository: repository ?? '',
    issue_number: issue === null ? '' : String(issue),
    state: job.state,
    funded_at: job.created_at,
    duration_seconds: job.duration_seconds === null ? '' : String(job.duration_seconds),
    budget: job.budget.amount,
    held: job.held.amount,
    cost: job.cost.amount,
    worker: job.worker ?? '',
    pull_request_url: job.pull_request_url ?? '',
  }
}

import { z } from 'zod'
import { jobStates } from '../domain/job.ts'
import { jobGroups, jobSorts } from '../domain/job-list.ts'
import { defineEndpoint } from './endpoint.ts'
import { job } from './jobs.ts'
import { address, cursor, limit, listSearch, money, page, stateList } from './scalars.ts'
import { tableFile } from './table-file.ts'

const tag = 'jobs'
const access = 'session'
const capability = 'client'

const filter = {
  state: stateList(jobStates),
  group: z.enum(jobGroups).optional().meta({
    description:
      '`needs_you`: jobs with money to take back, a result to publish, or a payment to approve. The other groups follow the job’s state.',
  }),
  q: listSearch,
}
const sort = z.enum(jobSorts).default('newest').meta({
  description: '`cost` and `duration`: largest first; equal jobs newest first.',
})

export const listedJob = job
  .extend({
    cost: money.meta({ description: 'What was paid for work and verification so far.' }),
    duration_seconds: z
      .int()
      .nullable()
      .meta({ description: 'Seconds from funding to the end of the job; null until it ends.' }),
    worker: address
      .nullable()
      .meta({ description: 'The agent that has the job, or had it last; null before the first assignment.' }),
    worker_name: z
      .string()
      .nullable()
      .meta({ description: 'The agent’s public name, chosen by its owner; null without one.', example: 'Night shift' }),
    pull_request_url: z.string().nullable().meta({ description: 'Null until the result is published.' }),
  })
  .meta({ id: 'Job' })

export const listJobsEndpoint = defineEndpoint('listJobs', {
  tag,
  summary: 'List funded jobs',
  description: 'Lists your funded jobs as recorded on chain, newest first by default.',
  access,
  scope: 'jobs:read',
  capability,
  query: z.strictObject({ ...filter, sort, limit, cursor }),
  reply: { status: 200, schema: page(listedJob, 'JobPage'), description: 'A page.' },
  failures: [],
})

export const jobSummary = z
  .strictObject({
    totals: z.strictObject({ jobs: z.int(), funded: money, held: money, cost: money, returned: money }),
    counts: z.strictObject({
      all: z.int(),
      needs_you: z.int(),
      running: z.int(),
      settled: z.int(),
      ended: z.int(),
    }),
  })
  .meta({ id: 'JobSummary' })

export const summarizeJobsEndpoint = defineEndpoint('summarizeJobs', {
  tag,
  summary: 'Add up funded jobs',
  description: 'The sums apply the whole filter; the counts of the groups apply only `q`.',
  access,
  scope: 'jobs:read',
  capability,
  query: z.strictObject(filter),
  reply: {
    status: 200,
    schema: jobSummary,
    description: 'Sums and counts.',
  },
  failures: [],
})

/** One line of the CSV; its members are the columns, in this order. */
export const jobTableRow = z
  .strictObject({
    onchain_job_id: z.string(),
    title: z.string(),
    repository: z.string(),
    issue_number: z.string(),
    state: z.enum(jobStates),
    funded_at: z.string(),
    duration_seconds: z.string(),
    budget: z.string(),
    held: z.string(),
    cost: z.string(),
    worker: z.string(),
    pull_request_url: z.string(),
  })
  .meta({ id: 'JobTableRow', description: 'One row of the table of jobs. Amounts are in USDC.' })

export const exportJobsEndpoint = defineEndpoint('exportJobs', {
  tag,
  summary: 'Download funded jobs as a table',
  description:
    'Every job that matches the filter, in the order of `sort`. The columns are the fields of `JobTableRow`.',
  access,
  scope: 'jobs:read',
  capability,
  query: z.strictObject({ ...filter, sort }),
  ...tableFile,
})

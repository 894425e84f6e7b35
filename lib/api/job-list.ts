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
      '`needs_you`: money to take back, a result to publish, or a payment to approve. The others are states.',
  }),
  q: listSearch,
}
const sort = z.enum(jobSorts).default('newest').meta({
  description: '`cost` and `duration`: the largest first, then the newest.',
})

export const listedJob = job
  .extend({
    cost: money.meta({ description: 'What was paid for work and verification so far.' }),
    duration_seconds: z.int().nullable().meta({ description: 'From the funding to the end; null until then.' }),
    worker: address.nullable().meta({ description: 'The agent that has, or last had, the job.' }),
    worker_name: z
      .string()
      .nullable()
      .meta({ description: 'Its public name, which its owner chose; null without one.', example: 'Night shift' }),
    pull_request_url: z.string().nullable().meta({ description: 'Null until the result is published.' }),
  })
  .meta({ id: 'Job' })

export const listJobsEndpoint = defineEndpoint('listJobs', {
  tag,
  summary: 'List funded jobs',
  description: 'Newest first unless sorted otherwise, as the chain holds them.',
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
  description: 'The sums follow the whole filter, the counts of the groups its text alone.',
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
  .meta({ id: 'JobTableRow', description: 'One line of the table of jobs; amounts in USDC.' })

export const exportJobsEndpoint = defineEndpoint('exportJobs', {
  tag,
  summary: 'Download funded jobs as a table',
  description: 'Every job of the filter, in the order of the sort, with the members of `JobTableRow` as columns.',
  access,
  scope: 'jobs:read',
  capability,
  query: z.strictObject({ ...filter, sort }),
  ...tableFile,
})

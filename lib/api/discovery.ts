import { z } from 'zod'
import { ageBands, fundingStates, issueSorts } from '../domain/discovery.ts'
import { jobStates } from '../domain/job.ts'
import { parseAmount } from '../domain/money.ts'
import { defineEndpoint } from './endpoint.ts'
import { splitNames } from './name-list.ts'
import { clientReputation } from './reputation.ts'
import { address, cursor, hash, integerText, limit, money, stateList, timestamp } from './scalars.ts'
import { releasedFiles } from './sealed-files.ts'

const tag = 'discovery'
const access = 'public'
const rate = 'anonymous'

const names = (max: number, example: string, description: string) =>
  z
    .string()
    .max(1_200)
    .transform(splitNames)
    .pipe(z.array(z.string().max(100)).max(max))
    .optional()
    .meta({ description, example })
const amount = z
  .string()
  .regex(/^(0|[1-9]\d{0,11})(\.\d{1,6})?$/, 'From 0 to 999999999999.999999, with at most 6 decimals.')
  .transform(parseAmount)
  .optional()
const countText = z
  .string()
  .regex(/^\d{1,6}$/, 'This must be a whole number from 0 to 999999.')
  .transform(Number)
  .optional()
const count = countText.meta({ type: 'integer', minimum: 0, maximum: 999_999 })
const fullName = z.string().regex(/^[A-Za-z0-9-]{1,39}\/[\w.-]{1,100}$/, 'A repository is `owner/name`.')

/** What every operation of discovery can be narrowed by. */
const issueFilter = {
  q: z.string().trim().min(1).max(200).optional().meta({
    description:
      'Words in title and text. Put a phrase in double quotes, and a minus before a word to exclude it. `#12` finds every issue with that number, `owner/name#12` the one of that repository; a bare number is searched for both as an issue number and as a word.',
    example: 'umlaut slug',
  }),
  language: names(
    10,
    'TypeScript',
    'Main language of the repository, case-insensitive. Separate several with commas; an issue matches any of them.',
  ),
  label: names(
    10,
    'good first issue',
    'Labels, case-insensitive, separated by commas. Write a comma within a label as `\\,` and a backslash as `\\\\`.',
  ),
  label_mode: z
    .enum(['any', 'all'])
    .default('any')
    .meta({ description: 'Whether an issue needs any one of the labels or all of them.' }),
  repository: fullName.optional().meta({ description: 'One repository, `owner/name`.', example: 'acme/slugify-lite' }),
  owner: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,39}$/, 'An owner is up to 39 letters, digits and hyphens.')
    .optional()
    .meta({ description: 'The owner of the repository.', example: 'acme' }),
  number: count.meta({ description: 'Together with `repository`: exactly this issue.', example: 7 }),
  reward_min: amount.meta({
    description: 'Minimum in USDC of what can be earned now: the reward of the job shown, if it is open for work.',
    example: '10',
  }),
  reward_max: amount.meta({
    description: 'Maximum in USDC. Issues whose reward cannot be earned now do not match.',
    example: '100',
  }),
  funding: stateList(fundingStates),
  age: z.enum(ageBands).optional().meta({ description: 'Opened within the last day, week, month or year.' }),
  comments_min: count.meta({ description: 'At least this many comments.', example: 1 }),
  unassigned: z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({
      description: '`true`: issues without assignees. `false`: issues with assignees. Omit it for both.',
    }),
}

/** The query of an operation of discovery: the filter, and what the operation takes besides. */
export function issueSearch<More extends z.ZodRawShape>(more: More) {
  return z.strictObject({ ...issueFilter, ...more }).check(({ value, issues }) => {
    const { reward_min: min, reward_max: max } = value as { reward_min?: bigint; reward_max?: bigint }
    if (min === undefined || max === undefined || min <= max) return
    const message = 'The lowest reward is above the highest.'
    for (const name of ['reward_min', 'reward_max'])
      issues.push({ code: 'custom', input: value, path: [name], message })
  })
}

/** The filter within a body, where the values are texts as in the query. */
export const issueFilterBody = issueSearch({
  number: countText.meta({ description: 'Together with `repository`: exactly this issue.', example: '7' }),
  comments_min: countText.meta({ description: 'At least this many comments.', example: '1' }),
}).meta({ example: { language: 'TypeScript', reward_min: '50' } })

const funding = z
  .strictObject({
    state: z.enum(fundingStates),
    onchain_job_id: integerText,
    job_state: z.enum(jobStates),
    reward: money,
  })
  .meta({
    id: 'PublicFunding',
    description: 'The newest job for this issue that has not ended, or the newest job if all have ended.',
  })

export const publicIssue = z
  .strictObject({
    reference: z.string().meta({ description: '`owner:repository:number`.', example: 'acme:slugify-lite:7' }),
    repository_full_name: z.string(),
    number: z.int(),
    title: z.string(),
    url: z.string(),
    state: z.enum(['open', 'closed']),
    labels: z.array(z.string()),
    language: z.string().nullable(),
    author: z.string(),
    comments: z.int(),
    assignees: z.int(),
    funding: funding.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'PublicIssue' })

const proof = z
  .strictObject({
    chain_id: z.int(),
    escrow: address,
    client_address: address,
    commitments: z.strictObject({ ref: hash, task: hash, policy: hash }),
    task_document: z.record(z.string(), z.unknown()),
    policy_document: z.record(z.string(), z.unknown()),
    sealed_files: releasedFiles,
    budget: money,
    held: money,
    open_until: timestamp,
    client_reputation: clientReputation,
    transaction_hash: hash,
    block_number: integerText,
    explorer_url: z.string().nullable(),
    verdicts: z
      .array(
        z.strictObject({
          attempt: z.int(),
          agent: address,
          outcome: z.enum(['PASS', 'FAIL']),
          evidence_hash: hash.nullable(),
          evidence: z.record(z.string(), z.unknown()).nullable().meta({
            description:
              'What the verifier saw, without command output, lines of the result and altered values, because the result belongs to its client. Null if the service does not have it.',
          }),
        }),
      )
      .meta({
        description: 'Verdicts on chain for every attempt, newest first. Empty until the job has ended.',
      }),
  })
  .meta({ id: 'PublicProof', description: 'Everything that anyone needs to check the funded job on chain.' })

const issuePage = z
  .strictObject({
    data: z.array(publicIssue),
    next_cursor: z.string().nullable(),
    similar: z
      .boolean()
      .meta({ description: 'True if no issue has the words, and `data` lists issues with similar titles instead.' }),
  })
  .meta({ id: 'PublicIssuePage' })

const order =
  '`reward` sorts by what can be earned now: the reward of the newest job that has not ended, if it is open for work. Jobs that are taken, settled or past their `open_until` count as paying nothing. `relevance` requires `q`.'

export const listPublicIssuesEndpoint = defineEndpoint('listPublicIssues', {
  tag,
  summary: 'List public issues',
  description:
    'Lists open issues of indexed public repositories, and issues that were funded. Pages stay stable while new issues arrive. Sorted by `reward`, the issues that pay most now come first; those that pay nothing now come last, newest first. Sorting by `relevance` requires `q`: it ranks the newest 10,000 issues with the words in their titles, followed by issues with the words elsewhere, newest first. If no issue has the words, the response is one page of issues with similar titles, and `similar` is true.',
  access,
  rate,
  isShared: true,
  query: issueSearch({ sort: z.enum(issueSorts).default('newest').meta({ description: order }), limit, cursor }),
  reply: { status: 200, schema: issuePage, description: 'A page.' },
  failures: ['unavailable'],
})

export const listPublicFacetsEndpoint = defineEndpoint('listPublicFacets', {
  tag,
  summary: 'Count public issues by facet',
  description:
    'Takes the filters of the list. The counts of a facet ignore its own filter. `reward` counts what can be earned now; each value is the start of a band. If `exact` is false, a count means "at least": counting stops at 10,000. Counts of all issues, of a single language, owner or label with many issues, and of a language with a label may be a few minutes old.',
  access,
  rate,
  isShared: true,
  query: issueSearch({}),
  reply: {
    status: 200,
    schema: z
      .strictObject({
        facets: z.array(
          z.strictObject({
            name: z.enum(['language', 'label', 'repository', 'owner', 'reward', 'funding', 'age']),
            matches: z.int(),
            exact: z.boolean(),
            values: z.array(z.strictObject({ value: z.string(), count: z.int(), exact: z.boolean() })),
          }),
        ),
      })
      .meta({ id: 'PublicFacets' }),
    description: 'The facets.',
  },
  failures: ['unavailable'],
})

export const publicIssueDetail = publicIssue
  .extend({
    body: z
      .string()
      .meta({ description: 'Untrusted Markdown without control characters. Render it with HTML disabled.' }),
    warnings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
    other_jobs: z.array(z.strictObject({ onchain_job_id: integerText, state: z.enum(jobStates) })).meta({
      description: 'Up to 20 other jobs that were funded for this issue, newest first.',
    }),
    proof: proof.nullable(),
  })
  .meta({ id: 'PublicIssueDetail' })

export const getPublicIssueEndpoint = defineEndpoint('getPublicIssue', {
  tag,
  summary: 'Read a public issue',
  description: 'Includes its text, warnings about it, and the proof of its funded job.',
  access,
  rate,
  isShared: true,
  params: z.strictObject({
    reference: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,39}:[\w.-]{1,100}:[1-9]\d{0,8}$/, 'An issue is `owner:repository:number`.')
      .meta({ example: 'acme:slugify-lite:7' }),
  }),
  reply: {
    status: 200,
    schema: publicIssueDetail,
    description: 'The issue.',
  },
  failures: ['not_found', 'unavailable'],
})

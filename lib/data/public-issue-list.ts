import { sql } from 'drizzle-orm'
import type { JobState } from '../domain/job.ts'
import { type ReadFilter, repositoryNumber } from './public-issue-filter.ts'
import {
  alike,
  direct,
  gather,
  type IssueFacts,
  isPlain,
  issueColumns,
  issueHome,
  type ListQuery,
  type RawIssue,
  rank,
  walk,
} from './public-issue-statements.ts'
import type { PublicReader } from './public-reading.ts'

export type PublicIssueRow = IssueFacts & {
  id: number
  createdAt: Date
  updatedAt: Date
  onchainJobId: bigint | null
  reward: bigint | null
}

/** So many rows are looked at one by one, in the list's order, before all that fit are gathered instead. */
const walkedMax = 2_000
/** With a text, looking at one row costs as much as gathering several. */
const walkedForTextMax = 20_000
/** No more matches than these are gathered at first; only where there are more, an order's index is of use. */
const gatheredMax = 5_000
/** No more matches than these are gathered for ranking, unless there are more. */
const comparedMax = 40_000

/** The position of an issue whose title was ranked; of any other it is a time. */
export const rankPattern = /^\d{1,3}(\.\d{1,20})?(e-\d{1,2})?$/

/** The position of an issue whose reward can be earned; of any other it is a time. */
export const rewardPattern = /^\d{1,40}$/

/** Issues that fit, in a total order that new ones do not disturb. */
export async function listPublicIssues(reader: PublicReader, query: ListQuery): Promise<PublicIssueRow[]> {
  return (await listRaw(reader, query)).map(toRow)
}

function listRaw(reader: PublicReader, query: ListQuery): Promise<RawIssue[]> {
  return query.sort === 'reward' ? readPaid(reader, query) : listInOrder(reader, query)
}

/** Issues by the reward that can be earned now, and then the newest that pay nothing now. */
async function readPaid(reader: PublicReader, query: ListQuery): Promise<RawIssue[]> {
  const { filter, after, limit } = query
  const isPastPaid = after !== null && !rewardPattern.test(after.position)
  const paid = isPastPaid ? [] : await listInOrder(reader, query)
  const needsPay = filter.rewardMin !== null || filter.rewardMax !== null
  if (needsPay || paid.length === limit) return paid
  const rest = { filter: { ...filter, isUnpaid: true }, sort: 'newest', after: isPastPaid ? after : null } as const
  return [...paid, ...(await listInOrder(reader, { ...rest, limit: limit - paid.length }))]
}

function listInOrder(reader: PublicReader, query: ListQuery): Promise<RawIssue[]> {
  if (query.filter.text === null) return isPlain(query) ? readDirectly(reader, query) : walkThenGather(reader, query)
  return query.sort === 'relevance' ? readRanked(reader, query, query.filter.text) : gatherThenWalk(reader, query)
}

function readDirectly(reader: PublicReader, query: ListQuery): Promise<RawIssue[]> {
  return reader.readKept(direct(query))
}

/** Where much fits, a page is found soon by walking; where little does, there is little to gather. */
async function walkThenGather(reader: PublicReader, query: ListQuery): Promise<RawIssue[]> {
  const walked = await reader.read<RawIssue>(walk(query, walkedMax))
  return walked.length === query.limit ? walked : reader.read(gather(query, null))
}

async function gatherThenWalk(reader: PublicReader, query: ListQuery): Promise<RawIssue[]> {
  const gathered = await reader.read<RawIssue>(gather(query, gatheredMax + 1))
  if ((gathered[0]?.matches ?? 0) <= gatheredMax) return gathered
  const walked = await reader.read<RawIssue>(walk(query, walkedForTextMax))
  return walked.length === query.limit ? walked : reader.read(gather(query, null))
}

/** Issues that have the words in their titles, the best first, and then the newest that have them elsewhere. */
async function readRanked(reader: PublicReader, query: ListQuery, text: string): Promise<RawIssue[]> {
  const isPastTitles = query.after !== null && !rankPattern.test(query.after.position)
  const titled = isPastTitles ? [] : await readTitled(reader, query, text)
  if (titled.length === query.limit) return titled
  const filter = { ...query.filter, textIn: 'elsewhere' } as const
  const after = isPastTitles ? query.after : null
  const others = { filter, after, sort: 'newest', limit: query.limit - titled.length } as const
  return [...titled, ...(await gatherThenWalk(reader, others))]
}

/** The newest matches are ranked; to know them all, few are gathered and many are read from the newest on. */
async function readTitled(reader: PublicReader, query: ListQuery, text: string): Promise<RawIssue[]> {
  const compared = await reader.read<RawIssue>(rank(query, text, comparedMax + 1))
  return (compared[0]?.matches ?? 0) <= comparedMax ? compared : reader.read(rank(query, text, null))
}

/** Issues whose titles look like the text, whether or not they have its words; the most alike first. */
export async function listAlikeIssues(
  reader: PublicReader,
  filter: ReadFilter,
  { text, limit }: { text: string; limit: number },
): Promise<PublicIssueRow[]> {
  return (await reader.read<RawIssue>(alike(filter, text, limit))).map(toRow)
}

function toRow({ matches: _, ...raw }: RawIssue): PublicIssueRow {
  return {
    ...raw,
    id: Number(raw.id),
    createdAt: new Date(raw.createdAt),
    updatedAt: new Date(raw.updatedAt),
    onchainJobId: raw.onchainJobId === null ? null : BigInt(raw.onchainJobId),
    reward: raw.reward === null ? null : BigInt(raw.reward),
  }
}

export type IssueJob = { onchainJobId: string; state: JobState }

/** The newest jobs of a public issue, the newest first, without the one that the issue shows. */
export function listOtherJobs(reader: PublicReader, issueId: number): Promise<IssueJob[]> {
  return reader.readKept<IssueJob>(sql`
    select j.onchain_job_id::text as "onchainJobId", j.state from public_issues p
    join funding_snapshots f on (f.task_document->'repository'->>'id')::bigint = p.repository_id
      and (f.task_document->'issue'->>'number')::int = p.number
    join jobs j on j.snapshot_id = f.id
    where p.id = ${issueId} and j.onchain_job_id is distinct from p.onchain_job_id
      and not (f.task_document->'repository'->>'private')::boolean
    order by j.onchain_job_id desc limit 20`)
}

/** One issue by its place, with its text; undefined when it is not in the index. */
export async function findPublicIssue(
  reader: PublicReader,
  place: { fullName: string; number: number },
): Promise<(PublicIssueRow & { body: string }) | undefined> {
  const [raw] = await reader.readKept<RawIssue & { body: string }>(sql`
    select ${issueColumns}, '' as position, b.body from public_issues p ${issueHome}
    join public_issue_bodies b on b.issue_id = p.id
    where p.repository_id = ${repositoryNumber(place.fullName)} and p.number = ${place.number}`)
  return raw && { ...toRow(raw), body: raw.body }
}

import { sql } from 'drizzle-orm'
import type { Pool } from './database.ts'
import { repositoryNumber } from './public-issue-filter.ts'
import {
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
import { readBounded } from './public-reading.ts'

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
const gatheredMax = 10_000
/** No more matches than these are gathered for ranking, unless there are more. */
const comparedMax = 40_000

/** Issues that fit, in a total order that new ones do not disturb. */
export async function listPublicIssues(db: Pool, query: ListQuery): Promise<PublicIssueRow[]> {
  return (await listRaw(db, query)).map(toRow)
}

function listRaw(db: Pool, query: ListQuery): Promise<RawIssue[]> {
  if (query.filter.text === null) return isPlain(query) ? readDirectly(db, query) : walkThenGather(db, query)
  return query.sort === 'relevance' ? readRanked(db, query, query.filter.text) : gatherThenWalk(db, query)
}

async function readDirectly(db: Pool, query: ListQuery): Promise<RawIssue[]> {
  return (await db.execute(direct(query))) as unknown as RawIssue[]
}

/** Where much fits, a page is found soon by walking; where little does, there is little to gather. */
async function walkThenGather(db: Pool, query: ListQuery): Promise<RawIssue[]> {
  const walked = (await db.execute(walk(query, walkedMax))) as unknown as RawIssue[]
  return walked.length === query.limit ? walked : readBounded(db, gather(query, null))
}

async function gatherThenWalk(db: Pool, query: ListQuery): Promise<RawIssue[]> {
  const gathered = await readBounded<RawIssue>(db, gather(query, gatheredMax + 1))
  if ((gathered[0]?.matches ?? 0) <= gatheredMax) return gathered
  const walked = await readBounded<RawIssue>(db, walk(query, walkedForTextMax))
  return walked.length === query.limit ? walked : readBounded(db, gather(query, null))
}

/** The newest matches are ranked; to know them all, few are gathered and many are read from the newest on. */
async function readRanked(db: Pool, query: ListQuery, text: string): Promise<RawIssue[]> {
  const compared = await readBounded<RawIssue>(db, rank(query, text, comparedMax + 1))
  return (compared[0]?.matches ?? 0) <= comparedMax ? compared : readBounded(db, rank(query, text, null))
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

/** One issue by its place, with its text; undefined when it is not in the index. */
export async function findPublicIssue(
  db: Pool,
  place: { fullName: string; number: number },
): Promise<(PublicIssueRow & { body: string }) | undefined> {
  const rows = await db.execute(sql`
    select ${issueColumns}, '' as position, b.body from public_issues p ${issueHome}
    join public_issue_bodies b on b.issue_id = p.id
    where p.repository_id = ${repositoryNumber(place.fullName)} and p.number = ${place.number}`)
  const [raw] = rows as unknown as (RawIssue & { body: string })[]
  return raw && { ...toRow(raw), body: raw.body }
}

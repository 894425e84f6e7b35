import { type SQL, sql } from 'drizzle-orm'
import type { IssueFilter, IssueSort } from '#lib/domain/discovery.ts'
import type { Database } from './database.ts'
import { allOf, conditionsOf, queryOf } from './public-issue-filter.ts'

export type PublicIssueRow = {
  id: number
  repositoryFullName: string
  number: number
  title: string
  labels: string[]
  language: string | null
  author: string
  comments: number
  assignees: number
  isOpen: boolean
  createdAt: Date
  updatedAt: Date
  onchainJobId: bigint | null
  jobState: string | null
  reward: bigint | null
  /** Where a list goes on after this row: the sort's value as text. */
  position: string
}

/** The best of this many newest matches are ranked. */
const rankedMax = 10_000

const columns = sql.raw(`p.id::text as id, r.full_name as "repositoryFullName", p.number, p.title, p.labels, p.language,
  p.author, p.comments, p.assignees, p.is_open as "isOpen", p.created_at as "createdAt", p.updated_at as "updatedAt",
  p.onchain_job_id::text as "onchainJobId", p.job_state as "jobState", p.reward::text as reward`)
const home = sql.raw('join public_repositories r on r.repository_id = p.repository_id')

export type ListQuery = {
  filter: IssueFilter
  sort: IssueSort
  after: { position: string; id: number } | null
  limit: number
}

/** Issues that fit, in a total order that new ones do not disturb. */
export async function listPublicIssues(db: Database, query: ListQuery): Promise<PublicIssueRow[]> {
  const rows =
    query.sort === 'relevance' && query.filter.text !== null ? ranked(query, query.filter.text) : sorted(query)
  return ((await db.execute(rows)) as unknown as Raw[]).map(toRow)
}

const keys: Record<Exclude<IssueSort, 'relevance'>, { key: SQL; type: SQL }> = {
  newest: { key: sql.raw('p.created_at'), type: sql.raw('timestamptz') },
  updated: { key: sql.raw('p.updated_at'), type: sql.raw('timestamptz') },
  reward: { key: sql.raw('p.reward'), type: sql.raw('numeric') },
}

function sorted({ filter, sort, after, limit }: ListQuery): SQL {
  const { key, type } = keys[sort === 'relevance' ? 'newest' : sort]
  const where = [...conditionsOf(filter).values()]
  if (sort === 'reward') where.push(sql`p.reward is not null`)
  if (after) where.push(sql`(${key}, p.id) < (${after.position}::${type}, ${after.id}::bigint)`)
  return sql`select ${columns}, ${key}::text as position from public_issues p ${home}
    where ${allOf(where)} order by ${key} desc, p.id desc limit ${limit}`
}

function ranked({ filter, after, limit }: ListQuery, text: string): SQL {
  const where = allOf(conditionsOf(filter).values())
  const from = after ? sql`(m.rank, m.id) < (${after.position}::float8, ${after.id}::bigint)` : sql`true`
  return sql`
    with matches as materialized (
      select p.id, p.search from public_issues p where ${where}
      order by p.created_at desc, p.id desc limit ${rankedMax}),
    ranked as (select id, ts_rank(search, ${queryOf(text)})::float8 as rank from matches)
    select ${columns}, m.rank::text as position from ranked m
    join public_issues p on p.id = m.id ${home}
    where ${from} order by m.rank desc, m.id desc limit ${limit}`
}

type Raw = Omit<PublicIssueRow, 'id' | 'createdAt' | 'updatedAt' | 'onchainJobId' | 'reward'> & {
  id: string
  createdAt: string | Date
  updatedAt: string | Date
  onchainJobId: string | null
  reward: string | null
}

function toRow(raw: Raw): PublicIssueRow {
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
  db: Database,
  place: { fullName: string; number: number },
): Promise<(PublicIssueRow & { body: string }) | undefined> {
  const rows = await db.execute(sql`
    select ${columns}, '' as position, b.body from public_issues p ${home}
    join public_issue_bodies b on b.issue_id = p.id
    where lower(r.full_name) = lower(${place.fullName}) and p.number = ${place.number}`)
  const [raw] = rows as unknown as (Raw & { body: string })[]
  return raw && { ...toRow(raw), body: raw.body }
}

import { type SQL, sql } from 'drizzle-orm'
import type { FundingState, IssueSort } from '../domain/discovery.ts'
import { fundingState, isEarnable } from './public-issue-bands.ts'
import { allOf, conditionsOf, isNumbered, queryOf, type ReadFilter } from './public-issue-filter.ts'
import { newestSource, plainSource } from './public-issue-source.ts'

export type ListQuery = {
  filter: ReadFilter
  sort: IssueSort
  after: { position: string; id: number } | null
  limit: number
}

/** What the driver gives as it is used. */
export type IssueFacts = {
  repositoryFullName: string
  number: number
  title: string
  labels: string[]
  language: string | null
  author: string
  comments: number
  assignees: number
  isOpen: boolean
  jobState: string | null
  funding: FundingState
  /** Where a list goes on after this row: the sort's value as text. */
  position: string
}

/** A row as the driver gives it. */
export type RawIssue = IssueFacts & {
  id: string
  createdAt: string | Date
  updatedAt: string | Date
  onchainJobId: string | null
  reward: string | null
  /** How many were gathered, where that was counted. */
  matches?: number
}

const ownColumns = sql.raw(`p.id::text as id, r.full_name as "repositoryFullName", p.number, p.title, p.labels,
  p.language, p.author, p.comments, p.assignees, p.is_open as "isOpen", p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.onchain_job_id::text as "onchainJobId", p.job_state as "jobState",
  p.reward::text as reward`)
export const issueColumns = sql`${ownColumns}, ${fundingState} as funding`
export const issueHome = sql.raw('join public_repositories r on r.repository_id = p.repository_id')

const orders = {
  newest: { column: 'created_at', type: sql.raw('timestamptz') },
  updated: { column: 'updated_at', type: sql.raw('timestamptz') },
  reward: { column: 'reward', type: sql.raw('numeric') },
} as const

/** Whether an index holds exactly what is asked for, in the order that is asked for. */
export function isPlain(query: ListQuery): boolean {
  return orderOf(query) === orders.reward || sourceOf(query).rest.length === 0
}

/** A page read along an index that holds the list's order. */
export function direct(query: ListQuery): SQL {
  const { from, where, rest, key, byKey } = paging(query)
  return sql`select ${issueColumns}, ${key}::text as position from ${from} ${issueHome}
    where ${allOf([...where, ...rest])} order by ${byKey} limit ${query.limit}`
}

/** What fits among the next `rows` rows of the list's order. */
export function walk(query: ListQuery, rows: number): SQL {
  const { from, where, rest, byKey, column } = paging(query)
  const last = sql.raw(`p.${column}`)
  return sql`select ${issueColumns}, ${last}::text as position from (
      select p.* from ${from} where ${allOf(where)} order by ${byKey} limit ${rows}) p ${issueHome}
    where ${allOf(rest)} order by ${last} desc, p.id desc limit ${query.limit}`
}

/** A page of all that fits, or of any `max` that fit. */
export function gather(query: ListQuery, max: number | null): SQL {
  const { where, rest, from, key, id } = paging(query)
  // This keeps the planner from reading along the order's index, in which what fits may come last.
  return sql`with found as materialized (
      select ${id} as id, ${key} as key from ${from} where ${allOf([...where, ...rest])}
      ${max === null ? sql`offset 0` : sql`limit ${max}`}),
    page as (select id, key from found order by key desc, id desc limit ${query.limit})
    select ${issueColumns}, key::text as position, (select count(*)::int from found) as matches
    from page join public_issues p using (id) ${issueHome} order by key desc, p.id desc`
}

/** The best of this many newest matches are ranked. */
const rankedMax = 10_000

/** A page of the newest issues that have all words in their titles, or of the newest among any `max`, the best first. */
export function rank({ filter, after, limit }: ListQuery, text: string, max: number | null): SQL {
  const where = allOf(conditionsOf({ ...filter, textIn: 'title' }).values())
  const from = after ? sql`(rank, id) < (${after.position}::float8, ${after.id}::bigint)` : sql`true`
  // The issue of that number comes before whatever mentions it.
  const numbered = isNumbered(text)
  const isNumber = numbered ? sql`(${numbered})::int` : sql`0`
  const byNewest = sql.raw('order by created_at desc, id desc')
  return sql`with found as materialized (
      select p.id, p.number, p.created_at, p.title_search from public_issues p
      where ${where} ${max === null ? sql`${byNewest} limit ${rankedMax}` : sql`limit ${max}`}),
    ranked as (
      select id, (ts_rank(title_search, ${queryOf(text)}) + ${isNumber})::float8 as rank
      from (select * from found ${byNewest} limit ${rankedMax}) p),
    page as (select id, rank from ranked where ${from} order by rank desc, id desc limit ${limit})
    select ${issueColumns}, rank::text as position, (select count(*)::int from found) as matches
    from page join public_issues p using (id) ${issueHome} order by rank desc, p.id desc`
}

/** So many issues that look alike are compared. */
const alikeMax = 2_000

/** Issues whose titles look most like the text, typing errors and all. */
export function alike(filter: ReadFilter, text: string, limit: number): SQL {
  const where = allOf([...conditionsOf({ ...filter, text: null }).values(), sql`${text}::text <% p.title`])
  return sql`select ${issueColumns}, '' as position from (
      select * from public_issues p where ${where} limit ${alikeMax}) p ${issueHome}
    order by word_similarity(${text}::text, p.title) desc, p.id desc limit ${limit}`
}

/** Where a page is read and from which row on. */
function paging(query: ListQuery) {
  const { column, type } = orderOf(query)
  const source = sourceOf(query)
  const key = column === 'created_at' ? source.createdAt : sql.raw(`p.${column}`)
  const where = [...source.where]
  if (column === 'reward') where.push(isEarnable)
  if (query.after)
    where.push(sql`(${key}, ${source.id}) < (${query.after.position}::${type}, ${query.after.id}::bigint)`)
  return { ...source, where, column, key, byKey: sql`${key} desc, ${source.id} desc` }
}

function orderOf({ sort }: ListQuery) {
  return orders[sort === 'relevance' ? 'newest' : sort]
}

function sourceOf(query: ListQuery) {
  return orderOf(query) === orders.newest ? newestSource(query.filter) : plainSource(query.filter)
}

import { type SQL, sql } from 'drizzle-orm'
import type { IssueFilter, IssueSort } from '#lib/domain/discovery.ts'
import { allOf, conditionsOf, type FilterName, queryOf } from './public-issue-filter.ts'

export type ListQuery = {
  filter: IssueFilter
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

export const issueColumns = sql.raw(`p.id::text as id, r.full_name as "repositoryFullName", p.number, p.title, p.labels,
  p.language, p.author, p.comments, p.assignees, p.is_open as "isOpen", p.created_at as "createdAt",
  p.updated_at as "updatedAt", p.onchain_job_id::text as "onchainJobId", p.job_state as "jobState",
  p.reward::text as reward`)
export const issueHome = sql.raw('join public_repositories r on r.repository_id = p.repository_id')

const orders = {
  newest: { column: 'created_at', type: sql.raw('timestamptz') },
  updated: { column: 'updated_at', type: sql.raw('timestamptz') },
  reward: { column: 'reward', type: sql.raw('numeric') },
} as const

/** Filters that have an index of their own in the order of creation; the narrowest first. */
const anchors: readonly FilterName[] = ['repository', 'owner', 'language']

/** Whether an index holds exactly what is asked for, in the order that is asked for. */
export function isPlain(query: ListQuery): boolean {
  return orderOf(query) === orders.reward || split(query).rest.length === 0
}

/** A page read along an index that holds the list's order. */
export function direct(query: ListQuery): SQL {
  const { key, byKey, after } = paging(query)
  return sql`select ${issueColumns}, ${key}::text as position from public_issues p ${issueHome}
    where ${allOf([...conditionsOf(query.filter).values(), ...after])}
    order by ${byKey} limit ${query.limit}`
}

/** What fits among the next `rows` rows of the list's order. */
export function walk(query: ListQuery, rows: number): SQL {
  const { key, byKey, after } = paging(query)
  const { anchor, rest } = split(query)
  return sql`select ${issueColumns}, ${key}::text as position from (
      select * from public_issues p where ${allOf([...anchor, ...after])} order by ${byKey} limit ${rows}) p ${issueHome}
    where ${allOf(rest)} order by ${byKey} limit ${query.limit}`
}

/** A page of all that fits, or of any `max` that fit. */
export function gather(query: ListQuery, max: number | null): SQL {
  const { key, byKey, after } = paging(query)
  // This keeps the planner from reading along the order's index, in which what fits may come last.
  return sql`with found as materialized (
      select p.id, ${key} as key from public_issues p where ${allOf([...conditionsOf(query.filter).values(), ...after])}
      ${max === null ? sql`offset 0` : sql`limit ${max}`}),
    page as (select id from found order by key desc, id desc limit ${query.limit})
    select ${issueColumns}, ${key}::text as position, (select count(*)::int from found) as matches
    from page join public_issues p using (id) ${issueHome} order by ${byKey}`
}

/** The best of this many newest matches are ranked. */
const rankedMax = 10_000

/**
 * A page of the newest matches, or of the newest among any `max` matches, those first whose title fits best; what fits
 * by its text alone comes last, higher numbers first.
 */
export function rank({ filter, after, limit }: ListQuery, text: string, max: number | null): SQL {
  const where = allOf(conditionsOf(filter).values())
  const from = after ? sql`(rank, id) < (${after.position}::float8, ${after.id}::bigint)` : sql`true`
  const byNewest = sql.raw('order by created_at desc, id desc')
  return sql`with found as materialized (
      select p.id, p.created_at, p.title_search from public_issues p
      where ${where} ${max === null ? sql`${byNewest} limit ${rankedMax}` : sql`limit ${max}`}),
    ranked as (
      select id, ts_rank(title_search, ${queryOf(text)})::float8 as rank
      from (select * from found ${byNewest} limit ${rankedMax}) f),
    page as (select id, rank from ranked where ${from} order by rank desc, id desc limit ${limit})
    select ${issueColumns}, rank::text as position, (select count(*)::int from found) as matches
    from page join public_issues p using (id) ${issueHome} order by rank desc, p.id desc`
}

function paging(query: ListQuery) {
  const order = orderOf(query)
  const key = sql.raw(`p.${order.column}`)
  const after: SQL[] = order === orders.reward ? [sql`p.reward is not null`] : []
  if (query.after) after.push(sql`(${key}, p.id) < (${query.after.position}::${order.type}, ${query.after.id}::bigint)`)
  return { key, byKey: sql`${key} desc, p.id desc`, after }
}

function orderOf({ sort }: ListQuery) {
  return orders[sort === 'relevance' ? 'newest' : sort]
}

/** The conditions that the order's index answers, and the others. */
function split(query: ListQuery): { anchor: SQL[]; rest: SQL[] } {
  const conditions = conditionsOf(query.filter)
  const anchor: SQL[] = []
  const take = (name: FilterName) => {
    const condition = conditions.get(name)
    if (condition) anchor.push(condition)
    conditions.delete(name)
  }
  if (orderOf(query) === orders.newest) {
    const narrowest = anchors.find((name) => conditions.has(name) && isSingle(query.filter, name))
    if (narrowest) take(narrowest)
    take('age')
  }
  return { anchor, rest: [...conditions.values()] }
}

function isSingle(filter: IssueFilter, name: FilterName): boolean {
  return name !== 'language' || filter.languages.length === 1
}

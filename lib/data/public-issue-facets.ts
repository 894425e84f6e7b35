import { type SQL, sql } from 'drizzle-orm'
import { type IssueFilter, rewardBands } from '#lib/domain/discovery.ts'
import type { Database } from './database.ts'
import { allOf, conditionsOf, type FilterName } from './public-issue-filter.ts'

export type FacetCount = { value: string; count: number }
export type Facet = { name: FacetName; counts: FacetCount[]; total: number; isExact: boolean }
export const facetNames = ['language', 'label', 'repository', 'owner', 'reward', 'funding', 'age'] as const
export type FacetName = (typeof facetNames)[number]

/** No count reads more rows than this; beyond it a count is "at least". */
const countedMax = 10_000
const valuesMax = 20

const million = 1_000_000
const band = sql.raw(
  `case ${[...rewardBands]
    .reverse()
    .map((from) => `when p.reward >= ${from * million} then '${from}'`)
    .join(' ')} end`,
)
const valuesOf: Record<FacetName, SQL> = {
  language: sql.raw('p.language'),
  label: sql.raw('unnest(p.labels)'),
  repository: sql.raw('(select r.full_name from public_repositories r where r.repository_id = p.repository_id)'),
  owner: sql.raw('p.owner'),
  reward: band,
  funding: sql.raw(`case when p.job_state = 'OPEN' then 'open' when p.job_state in ('ASSIGNED', 'SUBMITTED')
    then 'in_progress' when p.job_state = 'SETTLED' then 'settled' else 'unfunded' end`),
  age: sql.raw(`case when p.created_at > now() - interval '1 day' then 'day'
    when p.created_at > now() - interval '1 week' then 'week'
    when p.created_at > now() - interval '1 month' then 'month'
    when p.created_at > now() - interval '1 year' then 'year' else 'older' end`),
}

/** How many issues fit each value of a facet when every other filter holds. */
export async function countFacet(db: Database, filter: IssueFilter, name: FacetName): Promise<Facet> {
  const conditions = conditionsOf(filter)
  conditions.delete(name as FilterName)
  const rows = await db.execute(sql`
    with matches as materialized (
      select p.* from public_issues p where ${allOf(conditions.values())}
      order by p.created_at desc, p.id desc limit ${countedMax + 1}),
    counted as (select * from matches limit ${countedMax})
    select value, count(*)::int as count, (select count(*) from matches)::int as total
    from (select ${valuesOf[name]} as value from counted p) v
    group by value order by count desc, value limit ${valuesMax}`)
  const found = rows as unknown as { value: string | null; count: number; total: number }[]
  const total = found[0]?.total ?? 0
  return {
    name,
    counts: found.flatMap(({ value, count }) => (value === null ? [] : [{ value, count }])),
    total: Math.min(total, countedMax),
    isExact: total <= countedMax,
  }
}

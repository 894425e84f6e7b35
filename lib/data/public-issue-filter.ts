import { type SQL, sql } from 'drizzle-orm'
import type { FundingState, IssueFilter } from '#lib/domain/discovery.ts'

const byFunding: Record<FundingState, SQL> = {
  unfunded: sql`(p.job_state is null or p.job_state not in ('OPEN', 'ASSIGNED', 'SUBMITTED', 'SETTLED'))`,
  open: sql`p.job_state = 'OPEN'`,
  in_progress: sql`p.job_state in ('ASSIGNED', 'SUBMITTED')`,
  settled: sql`p.job_state = 'SETTLED'`,
}

export type FilterName = 'text' | 'language' | 'label' | 'repository' | 'owner' | 'reward' | 'funding' | 'age' | 'other'

/** The conditions of a filter, each under its name, so that a facet can leave out its own. */
export function conditionsOf(filter: IssueFilter): Map<FilterName, SQL> {
  const conditions = new Map<FilterName, SQL>()
  const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`
  if (filter.text !== null) conditions.set('text', sql`p.search @@ ${queryOf(filter.text)}`)
  if (filter.languages.length > 0) conditions.set('language', sql`p.language = any(${list(filter.languages)})`)
  if (filter.labels.length > 0) {
    const operator = sql.raw(filter.labelMode === 'all' ? '@>' : '&&')
    conditions.set('label', sql`p.labels ${operator} ${list(filter.labels)}`)
  }
  if (filter.repository !== null)
    conditions.set(
      'repository',
      sql`p.repository_id = (select repository_id from public_repositories where lower(full_name) = lower(${filter.repository}))`,
    )
  if (filter.owner !== null) conditions.set('owner', sql`p.owner = ${filter.owner}`)
  if (filter.funding.length > 0)
    conditions.set(
      'funding',
      sql`(${sql.join(
        filter.funding.map((state) => byFunding[state]),
        sql` or `,
      )})`,
    )
  if (filter.age !== null) conditions.set('age', sql`p.created_at > now() - ${sql.raw(`interval '1 ${filter.age}'`)}`)
  const reward = [
    filter.rewardMin !== null && sql`p.reward >= ${filter.rewardMin.toString()}::numeric`,
    filter.rewardMax !== null && sql`p.reward <= ${filter.rewardMax.toString()}::numeric`,
  ].filter((part) => part !== false)
  if (reward.length > 0) conditions.set('reward', sql.join(reward, sql` and `))
  const other = [
    filter.number !== null && sql`p.number = ${filter.number}`,
    filter.commentsMin !== null && sql`p.comments >= ${filter.commentsMin}`,
    filter.isUnassigned && sql`p.assignees = 0`,
  ].filter((part) => part !== false)
  if (other.length > 0) conditions.set('other', sql.join(other, sql` and `))
  return conditions
}

/** All of these conditions, or `true` when there are none. */
export function allOf(conditions: Iterable<SQL>): SQL {
  const parts = [...conditions].map((part) => sql`(${part})`)
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
}

/** Words, "phrases" and -exclusions as people write them. */
export function queryOf(text: string): SQL {
  return sql`websearch_to_tsquery('english', ${text})`
}

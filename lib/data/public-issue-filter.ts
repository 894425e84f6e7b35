import { type SQL, sql } from 'drizzle-orm'
import type { FundingState, IssueFilter } from '../domain/discovery.ts'
import { namedIssue } from '../domain/named-issue.ts'
import { isEarnable, isNotEarnable } from './public-issue-bands.ts'

const byFunding: Record<FundingState, SQL> = {
  unfunded: sql`((p.job_state is null or p.job_state not in ('ASSIGNED', 'SUBMITTED', 'SETTLED')) and ${isNotEarnable})`,
  open: sql`(${isEarnable})`,
  in_progress: sql`p.job_state in ('ASSIGNED', 'SUBMITTED')`,
  settled: sql`p.job_state = 'SETTLED'`,
}

/** A filter whose words are looked for in titles only, or only where the title does not have them. */
export type ReadFilter = IssueFilter & {
  textIn?: 'title' | 'elsewhere'
  /** Leaves out filters that the order by reward implies. */
  isUnpaid?: boolean
}

export type FilterName =
  | 'text'
  | 'language'
  | 'label'
  | 'repository'
  | 'owner'
  | 'reward'
  | 'unpaid'
  | 'funding'
  | 'age'
  | 'number'
  | 'other'

/** The conditions of a filter, each under its name, so that a facet can leave out its own. */
export function conditionsOf(filter: ReadFilter): Map<FilterName, SQL> {
  const conditions = new Map<FilterName, SQL>()
  const list = (values: readonly string[]) => sql`${sql.param([...values])}::text[]`
  if (filter.text !== null) conditions.set('text', hasWords(filter.text, filter.textIn))
  const [language] = filter.languages
  if (language !== undefined)
    conditions.set(
      'language',
      filter.languages.length === 1
        ? sql`lower(p.language) = lower(${language})`
        : sql`lower(p.language) = any(array(select lower(v) from unnest(${list(filter.languages)}) v))`,
    )
  if (filter.labels.length > 0) {
    const operator = sql.raw(filter.labelMode === 'all' ? '@>' : '&&')
    conditions.set('label', sql`p.label_keys ${operator} lower_all(${list(filter.labels)})`)
  }
  if (filter.repository !== null)
    conditions.set('repository', sql`p.repository_id = ${repositoryNumber(filter.repository)}`)
  if (filter.owner !== null) conditions.set('owner', sql`lower(p.owner) = lower(${filter.owner})`)
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
  if (reward.length > 0) conditions.set('reward', sql.join([isEarnable, ...reward], sql` and `))
  if (filter.isUnpaid) conditions.set('unpaid', isNotEarnable)
  if (filter.number !== null) conditions.set('number', sql`p.number = ${filter.number}`)
  const other = [
    filter.commentsMin !== null && sql`p.comments >= ${filter.commentsMin}`,
    filter.isAssigned !== null && (filter.isAssigned ? sql`p.assignees > 0` : sql`p.assignees = 0`),
  ].filter((part) => part !== false)
  if (other.length > 0) conditions.set('other', sql.join(other, sql` and `))
  return conditions
}

function hasWords(text: string, textIn: ReadFilter['textIn']): SQL {
  const inTitle = orNumber(sql`p.title_search @@ ${queryOf(text)}`, text)
  const anywhere = orNumber(sql`p.search @@ ${queryOf(text)}`, text)
  // A title that lacks an excluded word does not speak for the text; without such words it does.
  if (textIn === 'title') return /(^|\s)-/.test(text) ? sql`${anywhere} and ${inTitle}` : inTitle
  return textIn === 'elsewhere' ? sql`${anywhere} and not ${inTitle}` : anywhere
}

/** A bare number is looked for as a word, and as that of an issue. */
function orNumber(hasWords: SQL, text: string): SQL {
  const isNumber = isNumbered(text)
  return isNumber ? sql`(${hasWords} or ${isNumber})` : hasWords
}

/** Whether the issue has the number that the text is; undefined for a text of words. */
export function isNumbered(text: string): SQL | undefined {
  const named = namedIssue(text)
  return named?.isWord ? sql`p.number = ${named.number}` : undefined
}

/** The number of the repository that has this name now; another one may have had it before. */
export function repositoryNumber(fullName: string | SQL): SQL {
  return sql`(select r.repository_id from public_repositories r
    where lower(r.full_name) = lower(${fullName}) and r.repository_id is not null
    order by r.is_indexed desc, r.read_at desc nulls last, r.id limit 1)`
}

/** The same filter without one of its parts. */
export function withoutFilter(filter: IssueFilter, name: FilterName): IssueFilter {
  const { text, languages, labels, repository, owner, funding, age, number, rewardMin, rewardMax, ...other } =
    everything
  const parts: Record<FilterName, Partial<IssueFilter>> = {
    text: { text },
    unpaid: {},
    language: { languages },
    label: { labels },
    repository: { repository },
    owner: { owner },
    funding: { funding },
    age: { age },
    number: { number },
    reward: { rewardMin, rewardMax },
    other,
  }
  return { ...filter, ...parts[name] }
}

/** Lets every issue through. */
export const everything: IssueFilter = {
  text: null,
  languages: [],
  labels: [],
  labelMode: 'any',
  repository: null,
  owner: null,
  number: null,
  rewardMin: null,
  rewardMax: null,
  funding: [],
  age: null,
  commentsMin: null,
  isAssigned: null,
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

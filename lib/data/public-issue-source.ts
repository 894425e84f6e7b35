import { type SQL, sql } from 'drizzle-orm'
import { publicIssueLabels } from '#drizzle/schema/discovery.ts'
import { conditionsOf, type FilterName, type ReadFilter } from './public-issue-filter.ts'

/** Where issues `p` are read from: `where` is what its order's index answers, `rest` what remains to be looked at. */
export type Source = { from: SQL; createdAt: SQL; id: SQL; where: SQL[]; rest: SQL[] }

const issues = sql.raw('public_issues p')
const labelledIssues = sql`${publicIssueLabels} l join public_issues p on p.id = l.issue_id`

/** Filters that have their own index in the order of creation; the narrowest first. */
const anchors: readonly FilterName[] = ['number', 'repository', 'owner', 'label', 'language']

/** The narrowest source that holds the order of creation. */
export function newestSource(filter: ReadFilter): Source {
  const conditions = conditionsOf(filter)
  const anchor = anchors.find((name) => conditions.has(name) && isSingle(filter, name))
  if (anchor === 'label') return labelSource(filter)
  const anchored = anchor === 'number' ? (['number', 'repository'] as const) : anchor ? [anchor] : []
  const where = take(conditions, [...anchored, 'age', 'unpaid'])
  return {
    from: issues,
    createdAt: sql.raw('p.created_at'),
    id: sql.raw('p.id'),
    where,
    rest: [...conditions.values()],
  }
}

/** All issues, of which each has to be looked at. */
export function plainSource(filter: ReadFilter): Source {
  const rest = [...conditionsOf(filter).values()]
  return { from: issues, createdAt: sql.raw('p.created_at'), id: sql.raw('p.id'), where: [], rest }
}

/** Issues of one label, and of one language if that is asked for too. */
function labelSource(filter: ReadFilter): Source {
  const conditions = conditionsOf(filter)
  const [label] = filter.labels
  const [language] = filter.languages
  take(conditions, ['label'])
  const where = [sql`l.label = lower(${label})`, ...take(conditions, ['unpaid'])]
  if (language !== undefined && isSingle(filter, 'language')) {
    take(conditions, ['language'])
    where.push(sql`lower(l.language) = lower(${language})`)
  }
  return {
    from: labelledIssues,
    createdAt: sql.raw('l.created_at'),
    id: sql.raw('l.issue_id'),
    where,
    rest: [...conditions.values()],
  }
}

function take(conditions: Map<FilterName, SQL>, names: readonly FilterName[]): SQL[] {
  return names.flatMap((name) => {
    const condition = conditions.get(name)
    conditions.delete(name)
    return condition ?? []
  })
}

function isSingle(filter: ReadFilter, name: FilterName): boolean {
  if (name === 'language') return filter.languages.length === 1
  return name !== 'label' || filter.labels.length === 1
}

import { type SQL, sql } from 'drizzle-orm'
import type { IssueFilter } from '../domain/discovery.ts'
import { countedMax, findPartCounts, type Part, type PartCounts, valuesMax } from './public-facet-counts.ts'
import { ageBand, fundingState, rewardBand } from './public-issue-bands.ts'
import { allOf, conditionsOf, type FilterName, withoutFilter } from './public-issue-filter.ts'
import { newestSource } from './public-issue-source.ts'
import type { PublicReader } from './public-reading.ts'

/** `count` is the least there are when it is not exact. */
export type FacetCount = { value: string; count: number; isExact: boolean }
export type Facet = { name: FacetName; counts: FacetCount[]; total: number; isExact: boolean }
const facetNames = ['language', 'label', 'repository', 'owner', 'reward', 'funding', 'age'] as const
export type FacetName = (typeof facetNames)[number]

/** When more than can be counted fit, those among so many of the newest issues are counted. */
const sampledMax = 10_000

/**
 * How many issues fit each value of every facet when every other filter holds. Exact for up to 10,000 that fit, and for
 * all issues, or those of one language or owner, as of the last count of large parts.
 */
export async function countPublicFacets(reader: PublicReader, filter: IssueFilter): Promise<Facet[]> {
  const facets = (await Promise.all(passesOf(filter).map((pass) => countPass(reader, pass)))).flat()
  return facetNames.flatMap((name) => facets.find((facet) => facet.name === name) ?? [])
}

type Pass = { names: FacetName[]; filter: IssueFilter }

/** Unfiltered facets share one pass over what fits; each of the others leaves out its own filter. */
function passesOf(filter: IssueFilter): Pass[] {
  const active = conditionsOf(filter)
  const isActive = (name: FacetName) => active.has(name satisfies FilterName)
  const own = facetNames.filter(isActive).map((name) => ({ names: [name], filter: withoutFilter(filter, name) }))
  const shared = { names: facetNames.filter((name) => !isActive(name)), filter }
  return shared.names.length > 0 ? [shared, ...own] : own
}

async function countPass(reader: PublicReader, { names, filter }: Pass): Promise<Facet[]> {
  const part = partOf(filter)
  const known = part ? await findPartCounts(reader, part, names) : []
  if (known.length > 0) return names.map((name) => fromPart(name, known))
  const isWalked = isInOrder(filter)
  const found = await reader.read<Counted>(countMatches(names, isWalked ? newestMatches(filter) : anyMatches(filter)))
  if (totalOf(found) <= countedMax) return names.map((name) => toFacet(name, found, true))
  const newest = isWalked ? found : await reader.read<Counted>(countMatches(names, sampledMatches(filter)))
  return names.map((name) => toFacet(name, newest, false))
}

/** Whether what fits is found fast in the order of creation. */
function isInOrder(filter: IssueFilter): boolean {
  const { text, languages, labels, rewardMin, rewardMax, funding, commentsMin } = filter
  const isSparse =
    text !== null || labels.length > 1 || rewardMin !== null || rewardMax !== null || commentsMin !== null
  return !isSparse && languages.length < 2 && (funding.length === 0 || funding.includes('unfunded'))
}

/** The part of the index that a filter stands for, when it names nothing but that. */
function partOf(filter: IssueFilter): Part | undefined {
  const { languages, labels, owner } = filter
  if (languages.length > 1 || labels.length > 1) return undefined
  const language = languages[0]?.toLowerCase() ?? ''
  const label = labels[0]?.toLowerCase() ?? ''
  switch ([...conditionsOf(filter).keys()].join()) {
    case '':
      return { part: 'all', name: '' }
    case 'language':
      return { part: 'language', name: language }
    case 'label':
      return { part: 'label', name: label }
    case 'language,label':
      return { part: 'language and label', name: `${language}\n${label}` }
    case 'owner':
      return { part: 'owner', name: owner?.toLowerCase() ?? '' }
    default:
      return undefined
  }
}

function fromPart(name: FacetName, known: PartCounts[]): Facet {
  const counts = known.find(({ facet }) => facet === name)?.counts ?? []
  const total = known[0]?.total ?? 0
  return {
    name,
    counts: counts.map(({ value, count }) => ({
      value,
      count: Math.min(count, countedMax),
      isExact: count <= countedMax,
    })),
    total: Math.min(total, countedMax),
    isExact: total <= countedMax,
  }
}

function anyMatches(filter: IssueFilter): SQL {
  const { from, where, rest } = newestSource(filter)
  return sql`select ${counted} from ${from} where ${allOf([...where, ...rest])} limit ${countedMax + 1}`
}

function newestMatches(filter: IssueFilter): SQL {
  const { from, where, rest, createdAt, id } = newestSource(filter)
  return sql`select ${counted} from ${from} where ${allOf([...where, ...rest])}
    order by ${createdAt} desc, ${id} desc limit ${countedMax + 1}`
}

/** What fits among the newest issues. */
function sampledMatches(filter: IssueFilter): SQL {
  return sql`select ${counted} from (
      select * from public_issues order by created_at desc, id desc limit ${sampledMax}) p
    where ${allOf(conditionsOf(filter).values())}`
}

const counted = sql.raw('p.repository_id, p.labels, p.created_at, p.job_state, p.reward, p.open_until')

/** Each value with its count, and how many there are in all under no facet's name. */
function countMatches(names: readonly FacetName[], matches: SQL): SQL {
  const kind = (value: string) => sql`select ${sql.raw(value)} as value, sum(count) as count from kinds group by 1`
  const home = (value: string) => sql`select ${sql.raw(value)} as value, sum(count) as count from homes group by 1`
  const values: Record<FacetName, SQL> = {
    language: home('language'),
    // Spelled as most of them are.
    label: sql`select mode() within group (order by label) as value, count(*) as count
      from matches, unnest(labels) as label group by lower(label)`,
    repository: home('full_name'),
    owner: home('owner'),
    reward: kind('reward'),
    funding: kind('funding'),
    age: kind('age'),
  }
  const facets = names.map(
    (name) => sql`(select ${name}::text as facet, value, count::int from (${values[name]}) v
      where value is not null order by count desc, value limit ${valuesMax})`,
  )
  return sql`with matches as materialized (${matches}),
    homes as materialized (
      select r.language, r.owner, r.full_name, m.count from public_repositories r
      join (select repository_id, count(*) as count from matches group by 1) m using (repository_id)),
    kinds as materialized (
      select ${rewardBand} as reward, ${fundingState} as funding, ${ageBand} as age, count(*) as count
      from matches p group by 1, 2, 3)
    select null as facet, null as value, (select count(*)::int from matches) as count
    union all ${sql.join(facets, sql` union all `)}`
}

type Counted = { facet: FacetName | null; value: string; count: number }

function totalOf(rows: readonly Counted[]): number {
  return rows.find(({ facet }) => facet === null)?.count ?? 0
}

function toFacet(name: FacetName, rows: readonly Counted[], isExact: boolean): Facet {
  const found = rows.filter(({ facet }) => facet === name)
  return {
    name,
    counts: found.map(({ value, count }) => ({ value, count: Math.min(count, countedMax), isExact })),
    total: isExact ? totalOf(rows) : countedMax,
    isExact,
  }
}

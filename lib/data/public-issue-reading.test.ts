import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import { explainReads, nodesOf, type PlanNode, rowsRead } from '#tools/bench/discovery/explain.ts'
import { seed } from '#tools/bench/discovery/seed.ts'
import type { IssueFilter, IssueSort } from '../domain/discovery.ts'
import { inTransaction, openPool, type Pool } from './database.ts'
import { countLargeParts } from './public-facet-counts.ts'
import { countPublicFacets } from './public-issue-facets.ts'
import { allOf, conditionsOf, everything } from './public-issue-filter.ts'
import { findPublicIssue, listAlikeIssues, listPublicIssues, type PublicIssueRow } from './public-issue-list.ts'
import { openReader, type PublicReader } from './public-reading.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Pool
let reader: PublicReader
let known: { fullName: string; number: number }
beforeAll(async () => {
  database = await cloneDatabase()
  await seed(database.url, 20_000)
  db = openPool({ url: database.url, max: 2, applicationName: 'test' })
  reader = openReader({ url: database.url, max: 2, applicationName: 'test' })
  const [issue] = await listPublicIssues(reader, { filter: everything, sort: 'newest', after: null, limit: 1 })
  known = { fullName: issue?.repositoryFullName.toUpperCase() ?? '', number: issue?.number ?? 0 }
})
afterAll(async () => {
  await Promise.all([db.$client.end({ timeout: 2 }), reader.client.end({ timeout: 2 })])
  await database.drop()
})

const after = { position: '2026-01-01 00:00:00+00', id: 1 }
const list =
  (filter: Partial<IssueFilter>, sort: IssueSort = 'newest', from: typeof after | null = null, limit = 21) =>
  (reader: PublicReader) =>
    listPublicIssues(reader, { filter: { ...everything, ...filter }, sort, after: from, limit })
const facets = (filter: Partial<IssueFilter>) => (reader: PublicReader) =>
  countPublicFacets(reader, { ...everything, ...filter })

const n = 'newest'
const found = (index: string) => [index, 'pkey']

/** Each kind of reading, the indexes of public issues that it uses, and how many rows it may read in all. */
const kinds: [string, (reader: PublicReader) => Promise<unknown>, string[], number][] = [
  ['the first page', list({}), [n], 42],
  ['a deep page', list({}, n, after), [n], 42],
  ['last changed first', list({}, 'updated'), ['updated'], 42],
  ['best paid first', list({}, 'reward', null, 6), ['reward'], 12],
  ['best paid first, where nothing is left to earn', list({}, 'reward', after), [n], 42],
  [
    'best paid first of a rare label',
    list({ labels: ['area/300'] }, 'reward'),
    [...found('labels'), 'job', 'labels_newest'],
    200,
  ],
  ['a language', list({ languages: ['TypeScript'] }), ['language'], 42],
  ['a language in another case', list({ languages: ['typescript'] }), ['language'], 42],
  ['an owner', list({ owner: 'OWNER-1' }), ['owner_name'], 42],
  ['a repository', (reader) => list({ repository: known.fullName })(reader), ['repository'], 250],
  ['a number', list({ number: 7 }), ['number'], 42],
  [
    'a number in a repository',
    (reader) => list({ repository: known.fullName, number: known.number })(reader),
    ['place'],
    250,
  ],
  ['a number as a word too', list({ text: '7' }), [...found('search'), 'number'], 400],
  ['a number as a word too, best first', list({ text: '7' }, 'relevance'), [...found('titles'), 'number'], 800],
  ['a common label', list({ labels: ['bug'] }), found('labels_newest'), 84],
  ['a rare label', list({ labels: ['area/300'] }), found('labels_newest'), 84],
  ['an unknown label', list({ labels: ['nothing'] }), ['labels_newest'], 42],
  ['two labels', list({ labels: ['bug', 'area/300'], labelMode: 'all' }), [n, 'labels'], 2_200],
  ['a rare label, changed last', list({ labels: ['area/300'] }, 'updated'), ['updated', ...found('labels')], 2_200],
  ['a language and a label', list({ languages: ['TypeScript'], labels: ['area/300'] }), found('labels_language'), 84],
  ['paid work', list({ funding: ['open'] }), [n, ...found('job')], 2_200],
  ['what is worked on', list({ isAssigned: true }), [n], 300],
  ['much talked about', list({ commentsMin: 200 }), [n, 'comments'], 2_200],
  ['rare words, best first', list({ text: 'billing invoice' }, 'relevance'), [...found('search'), 'titles'], 300],
  ['rare words, newest first', list({ text: 'billing invoice' }), found('search'), 200],
  ['a common word, best first', list({ text: 'error' }, 'relevance'), found('titles'), 4_000],
  ['a common word, newest first', list({ text: 'error' }), found('search'), 4_000],
  [
    'titles that look alike',
    (reader) => listAlikeIssues(reader, everything, { text: 'databse conection', limit: 20 }),
    ['alike'],
    4_000,
  ],
  ['counts of all', facets({}), [n], 10_200],
  ['counts of a language', facets({ languages: ['TypeScript'] }), ['language', n], 13_000],
  ['counts of a label', facets({ labels: ['bug'] }), [...found('labels_newest'), n], 25_000],
  ['counts of an owner', facets({ owner: 'owner-1' }), ['owner_name', n], 13_000],
  ['counts of words', facets({ text: 'billing invoice' }), ['search'], 300],
  ['counts of what nobody works on', facets({ isAssigned: false }), [n], 13_000],
  ['counts of what is worked on', facets({ isAssigned: true }), ['assigned'], 4_000],
  ['one issue', (reader) => findPublicIssue(reader, known), ['place', 'bodies_pkey'], 250],
]

test.each(kinds)(
  '%s: read by its own indexes, few rows, and no table from end to end',
  async (_, work, indexes, rowsMax) => {
    const plans = await explainReads(database.url, work)
    const nodes = plans.flatMap(nodesOf)
    const used = nodes.flatMap((node) => /^public_issues?_(.*)/.exec(node['Index Name'] ?? '')?.[1] ?? [])
    expect([...new Set(used)].sort()).toEqual([...indexes].sort())
    expect(nodes.filter(isWholeTable)).toEqual([])
    expect(plans.reduce((sum, plan) => sum + rowsRead(plan), 0)).toBeLessThanOrEqual(rowsMax)
  },
)

function isWholeTable(node: PlanNode): boolean {
  return /^public_issue(s|_bodies)$/.test(node['Relation Name'] ?? '') && node['Node Type'].includes('Seq Scan')
}

test('counts that were made beforehand: a few rows for each name that is shown', async () => {
  const other = await cloneDatabase()
  try {
    await seed(other.url, 3_000)
    const pool = openPool({ url: other.url, max: 1, applicationName: 'test' })
    await inTransaction(pool, countLargeParts)
    await pool.$client.end({ timeout: 2 })
    const plans = await explainReads(other.url, facets({}))
    expect(plans).toHaveLength(1)
    expect(plans.flatMap(nodesOf).filter(isWholeTable)).toEqual([])
    expect(plans.reduce((sum, plan) => sum + rowsRead(plan), 0)).toBeLessThan(1_000)
  } finally {
    await other.drop()
  }
})

const filters: Partial<IssueFilter>[] = [
  {},
  { languages: ['typescript'] },
  { languages: ['TypeScript', 'zig'], labels: ['bug', 'area/7'] },
  { labels: ['bug', 'enhancement'], labelMode: 'all' },
  { owner: 'owner-2', isAssigned: false },
  { repository: 'owner-1/project-2', commentsMin: 2 },
  { text: 'error build' },
  { text: 'error -build', labels: ['question'] },
  { text: '"error build"' },
  { funding: ['unfunded'], commentsMin: 30 },
  { funding: ['open', 'settled'], rewardMin: 20_000_000n },
  { age: 'year', number: 7 },
  { text: '7' },
  { isAssigned: true, age: 'month' },
]

test.each(filters)('%o: the same issues in the same order as by a plain reading', async (part) => {
  const filter = { ...everything, ...part }
  for (const sort of ['newest', 'updated', 'reward'] as const) {
    const earned =
      "case when job_state = 'OPEN' then reward end desc nulls last, case when job_state = 'OPEN' then null else created_at end"
    const order = { newest: 'created_at', updated: 'updated_at', reward: earned }[sort]
    const plain = await db.execute(sql`select p.id::int8 as id from public_issues p
      where ${allOf(conditionsOf(filter).values())} order by ${sql.raw(order)} desc, id desc limit 60`)
    const read: PublicIssueRow[] = []
    for (let page = 0; page < 3; page += 1) {
      const last = read.at(-1)
      read.push(...(await listPublicIssues(reader, { filter, sort, after: last ?? null, limit: 20 })))
      if (last && last === read.at(-1)) break
    }
    expect(read.map(({ id }) => id)).toEqual(plain.map(({ id }) => Number(id)))
  }
})

test.each(filters)('%o: the same counts as by a plain count, without the filter of the facet', async (part) => {
  const filter = { ...everything, ...part }
  for (const { name, total, isExact, counts } of await countPublicFacets(reader, filter)) {
    const rest = conditionsOf(filter)
    rest.delete(name)
    const where = allOf(rest.values())
    const [all] = await db.execute(sql`select count(*)::int as total from public_issues p where ${where}`)
    const real = Number(all?.total)
    expect({ name, total, isExact }).toEqual({ name, total: Math.min(real, 10_000), isExact: real <= 10_000 })
    const column = { language: 'language', label: 'unnest(labels)', owner: 'owner' }[name as string]
    if (!column) continue
    const plain = await db.execute(sql`select value, count from (
      select ${sql.raw(column)} as value, count(*)::int as count from public_issues p where ${where} group by 1) v
      where value is not null order by count desc, value limit 20`)
    if (isExact) expect(counts).toEqual(plain.map((row) => ({ ...row, isExact: true })))
    else for (const { isExact: exact } of counts) expect(exact).toBe(false)
  }
})

import { sql as raw } from 'drizzle-orm'
import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '#test/clone-database.ts'
import type { IssueFilter, IssueSort } from '../domain/discovery.ts'
import { inTransaction, openPool, type Pool } from './database.ts'
import { countLargeParts } from './public-facet-counts.ts'
import { countPublicFacets, type Facet, type FacetName } from './public-issue-facets.ts'
import { everything } from './public-issue-filter.ts'
import { findPublicIssue, listPublicIssues, type PublicIssueRow } from './public-issue-list.ts'
import { openReader, type PublicReader } from './public-reading.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let sql: postgres.Sql
let db: Pool
let reader: PublicReader
beforeAll(async () => {
  database = await cloneDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => undefined })
  db = openPool({ url: database.url, max: 2, applicationName: 'test' })
  reader = openReader({ url: database.url, max: 2, applicationName: 'test' })
})
afterAll(async () => {
  await Promise.all([sql, db.$client, reader.client].map((client) => client.end({ timeout: 2 })))
  await database.drop()
})
beforeEach(() =>
  write(async (tx) => {
    await tx`delete from public_issues`
    await tx`delete from public_facet_counts`
    await tx`delete from public_repositories`
    await tx`insert into public_repositories (repository_id, full_name, owner, language, is_indexed) values
      (1, 'Acme/one', 'Acme', 'Go', true), (2, 'Acme/two', 'Acme', 'Zig', true), (3, 'bea/three', 'bea', 'Go', true)`
  }),
)

const write = (work: (tx: postgres.TransactionSql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`select set_config('jobwright.transaction', 'on', true)`
    await work(tx)
  })

type Made = { repository: number; from: number; count: number; title?: string; labels?: string[]; day?: number }

/** Issues numbered from `from`, made on one day at the same time, and paid the same. */
const make = ({ repository, from, count, title = 'a wish', labels = [], day = 1 }: Made) =>
  write(
    (
      tx,
    ) => tx`insert into public_issues (id, repository_id, number, title, labels, owner, language, comments, assignees,
        author, is_open, created_at, updated_at, onchain_job_id, job_state, reward, search)
      select n, ${repository}, n, ${title}, ${labels}::text[], r.owner, r.language, 0, 0, 'oscar', true, d, d, n, 'OPEN',
        ${day * 1_000_000}, to_tsvector('english', ${title})
      from generate_series(${from}::int, ${from + count - 1}::int) n, public_repositories r,
        cast('2026-01-01'::timestamptz + make_interval(days => ${day}) as timestamptz) d
      where r.repository_id = ${repository}`,
  )

const facets = (filter: Partial<IssueFilter> = {}) => countPublicFacets(reader, { ...everything, ...filter })
const facetOf = (all: Facet[], name: FacetName) => all.find((facet) => facet.name === name)
const list = (
  query: { filter?: Partial<IssueFilter>; sort?: IssueSort; after?: PublicIssueRow; limit?: number } = {},
) =>
  listPublicIssues(reader, {
    filter: { ...everything, ...query.filter },
    sort: query.sort ?? 'newest',
    after: query.after ?? null,
    limit: query.limit ?? 100,
  })

test('the counts of a facet respect every other filter and leave out its own', async () => {
  await make({ repository: 1, from: 1, count: 3, labels: ['bug'] })
  await make({ repository: 2, from: 10, count: 2, labels: ['bug', 'ui'] })
  await make({ repository: 3, from: 20, count: 4, labels: ['ui'] })
  const found = await facets({ languages: ['Go'], labels: ['bug'] })
  expect(facetOf(found, 'language')?.counts).toEqual([
    { value: 'Go', count: 3, isExact: true },
    { value: 'Zig', count: 2, isExact: true },
  ])
  expect(facetOf(found, 'label')?.counts).toEqual([
    { value: 'ui', count: 4, isExact: true },
    { value: 'bug', count: 3, isExact: true },
  ])
  expect(facetOf(found, 'repository')?.counts).toEqual([{ value: 'Acme/one', count: 3, isExact: true }])
  expect(facetOf(found, 'funding')).toMatchObject({ total: 3, counts: [{ value: 'open', count: 3 }] })
})

test('ten thousand are counted exactly; of one more, and of each of their values, it is said that there are at least', async () => {
  await make({ repository: 1, from: 1, count: 10_000, labels: ['bug'] })
  for (const filter of [{}, { labels: ['bug'] }, { text: 'wish' }, { isAssigned: false }]) {
    const language = facetOf(await facets(filter), 'language')
    expect(language).toMatchObject({ total: 10_000, isExact: true, counts: [{ count: 10_000, isExact: true }] })
  }
  await make({ repository: 1, from: 10_001, count: 1, labels: ['bug'] })
  for (const filter of [{}, { labels: ['bug'] }, { text: 'wish' }, { isAssigned: false }]) {
    const language = facetOf(await facets(filter), 'language')
    expect(language).toMatchObject({ total: 10_000, isExact: false, counts: [{ isExact: false }] })
    expect(language?.counts[0]?.count).toBeLessThanOrEqual(10_000)
  }
})

test('once large parts are counted, a value of them that fits ten thousand issues or fewer has its exact count', async () => {
  await make({ repository: 1, from: 1, count: 10_001, labels: ['bug'] })
  await make({ repository: 2, from: 20_001, count: 10_000, labels: ['ui'], day: 2 })
  await make({ repository: 3, from: 40_001, count: 7, labels: ['ui', 'bug'], day: 3 })
  await inTransaction(db, countLargeParts)
  const capped = { count: 10_000, isExact: false }
  const all = await facets()
  expect(facetOf(all, 'language')).toEqual({
    name: 'language',
    total: 10_000,
    isExact: false,
    counts: [
      { value: 'Go', ...capped },
      { value: 'Zig', count: 10_000, isExact: true },
    ],
  })
  expect(facetOf(all, 'owner')?.counts).toEqual([
    { value: 'Acme', ...capped },
    { value: 'bea', count: 7, isExact: true },
  ])
  const ofGo = await facets({ languages: ['Go'] })
  expect(facetOf(ofGo, 'label')?.counts).toEqual([
    { value: 'bug', ...capped },
    { value: 'ui', count: 7, isExact: true },
  ])
  expect(facetOf(ofGo, 'reward')?.counts).toEqual([{ value: '0', ...capped }])
  expect(facetOf(ofGo, 'language')?.counts).toHaveLength(2)
  expect(facetOf(await facets({ owner: 'aCMe' }), 'language')?.counts[1]).toEqual({
    value: 'Zig',
    count: 10_000,
    isExact: true,
  })
  expect(facetOf(await facets({ labels: ['bug'] }), 'repository')?.counts[1]).toEqual({
    value: 'bea/three',
    count: 7,
    isExact: true,
  })
  expect(facetOf(await facets({ labels: ['ui'] }), 'age')?.counts).toMatchObject([{ isExact: false }])
  expect(facetOf(await facets({ owner: 'bea' }), 'label')).toMatchObject({ total: 7, isExact: true })
  await write((tx) => tx`delete from public_issues where repository_id <> 3`)
  await inTransaction(db, countLargeParts)
  expect(facetOf(await facets(), 'label')).toMatchObject({ total: 7, isExact: true })
})

test('a repository that is hidden is named by no count from then on, before the next count of large parts', async () => {
  await make({ repository: 1, from: 1, count: 2_001 })
  await make({ repository: 3, from: 10_001, count: 2_001 })
  await inTransaction(db, countLargeParts)
  expect(JSON.stringify(await facets())).toContain('bea')
  await write((tx) => tx`delete from public_issues where repository_id = 3`)
  expect(facetOf(await facets(), 'repository')?.counts.map(({ value }) => value)).toEqual(['Acme/one'])
  expect(JSON.stringify(await facets())).not.toContain('bea')
  expect(facetOf(await facets({ owner: 'bea' }), 'label')).toMatchObject({ total: 0, isExact: true })
})

const sorts: [IssueSort, Partial<IssueFilter>][] = [
  ['newest', {}],
  ['newest', { labels: ['bug'] }],
  ['newest', { text: 'wish' }],
  ['updated', {}],
  ['updated', { owner: 'ACME', labels: ['bug'] }],
  ['reward', {}],
  ['reward', { labels: ['bug'] }],
  ['relevance', { text: 'wish granted' }],
]

test.each(sorts)(
  'by %s with %o, pages hold every issue once and in order while new ones come in',
  async (sort, filter) => {
    const titles = ['a wish granted', 'granted was the wish', 'wish that the other wish be granted']
    for (const [index, title] of titles.entries())
      await make({ repository: 1, from: 1_000 * (index + 1), count: 9, title, labels: ['bug'], day: index + 1 })
    await write((tx) => tx`update public_issues set job_state = 'SETTLED' where id between 2000 and 2008`)
    const before = await list({ filter, sort })
    const seen: PublicIssueRow[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      const after = seen.at(-1)
      const page = await list({ filter, sort, limit: 4, ...(after && { after }) })
      if (page.length === 0) break
      seen.push(...page)
      for (const [index, title] of titles.entries()) {
        const place = { repository: 1, title, labels: ['bug'], count: 1 }
        await make({ ...place, from: 500 + turn + 1_000 * index, day: index + 1 })
        await make({ ...place, from: 3_500 + turn * 10 + index, day: index + 1 })
      }
    }
    const old = new Set(before.map(({ id }) => id))
    expect(before).toHaveLength(27)
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen.filter(({ id }) => old.has(id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  },
)

test('titles that fit come before texts that do, and of those the higher number first', async () => {
  await make({ repository: 1, from: 1, count: 2, title: 'Slow umlaut' })
  await make({ repository: 1, from: 3, count: 2, title: 'Another thing' })
  await write(
    (tx) => tx`update public_issues set search = search || setweight(to_tsvector('english', 'slow umlaut'), 'B')`,
  )
  const found = await list({ filter: { text: 'slow umlaut' }, sort: 'relevance' })
  expect(found.map(({ id }) => id)).toEqual([2, 1, 4, 3])
})

test('owners and repositories are found whatever the case of their names', async () => {
  await make({ repository: 1, from: 1, count: 1 })
  await make({ repository: 3, from: 2, count: 1 })
  await write((tx) => tx`insert into public_issue_bodies (issue_id, body) select id, 'text' from public_issues`)
  expect((await list({ filter: { owner: 'ACME' } })).map(({ id }) => id)).toEqual([1])
  expect((await list({ filter: { repository: 'acme/ONE' } })).map(({ id }) => id)).toEqual([1])
  expect(await findPublicIssue(reader, { fullName: 'BEA/Three', number: 2 })).toMatchObject({ id: 2 })
})

test('languages are found whatever the case of their names, and counted as the host spells them', async () => {
  await make({ repository: 1, from: 1, count: 501, labels: ['bug'] })
  await make({ repository: 2, from: 1_001, count: 1, labels: ['bug'] })
  const found = async (filter: Partial<IssueFilter>) => (await list({ filter, limit: 600 })).length
  for (const isCounted of [false, true]) {
    if (isCounted) await inTransaction(db, countLargeParts)
    expect([await found({ languages: ['gO'] }), await found({ languages: ['zIG', 'go'] })]).toEqual([501, 502])
    expect(await found({ languages: ['GO'], labels: ['bug'] })).toBe(501)
    for (const labels of [[], ['bug']]) {
      const language = facetOf(await facets({ languages: ['go'], labels }), 'language')
      expect(language?.counts.map(({ value, count }) => [value, count])).toEqual([
        ['Go', 501],
        ['Zig', 1],
      ])
      expect(facetOf(await facets({ languages: ['go'], labels }), 'owner')?.counts).toMatchObject([{ count: 501 }])
    }
  }
})

test('a label is found whatever its case, and counted once, spelled as most issues spell it', async () => {
  await make({ repository: 1, from: 1, count: 501, labels: ['Bug', 'UI'] })
  await make({ repository: 2, from: 1_001, count: 2, labels: ['bug'] })
  await make({ repository: 3, from: 2_001, count: 1, labels: ['BUG', 'ui'] })
  const found = async (filter: Partial<IssueFilter>) => (await list({ filter, limit: 600 })).length
  for (const isCounted of [false, true]) {
    if (isCounted) await inTransaction(db, countLargeParts)
    expect([await found({ labels: ['bUG'] }), await found({ labels: ['Ui', 'bug'] })]).toEqual([504, 504])
    expect(await found({ labels: ['ui', 'BUG'], labelMode: 'all' })).toBe(502)
    expect(await found({ labels: ['bug'], languages: ['zig'] })).toBe(2)
    for (const filter of [
      {},
      { labels: ['bug'] },
      { languages: ['go'], labels: ['BUG'] },
      { labels: ['bug', 'none'] },
    ]) {
      const label = facetOf(await facets(filter), 'label')
      const bugs = 'languages' in filter ? 502 : 504
      expect([filter, label?.counts.map(({ value, count }) => [value, count])]).toEqual([
        filter,
        [
          ['Bug', bugs],
          ['UI', 502],
        ],
      ])
    }
    expect(facetOf(await facets({ labels: ['BUG'] }), 'owner')?.counts).toMatchObject([{ count: 503 }, { count: 1 }])
  }
})

test('a reward is what can be earned now: filter and counts know no other, and what pays nothing comes last', async () => {
  const states = ['OPEN', 'ASSIGNED', 'SUBMITTED', 'SETTLED', 'CANCELLED', 'REFUNDED', 'REJECTED', 'EXPIRED']
  for (const [index] of states.entries()) await make({ repository: 1, from: index + 1, count: 1, day: index + 20 })
  await make({ repository: 1, from: 9, count: 1, day: 10 })
  await make({ repository: 2, from: 10, count: 2, day: 9 })
  await write(async (tx) => {
    for (const [index, state] of states.entries())
      await tx`update public_issues set job_state = ${state} where id = ${index + 1}`
    await tx`update public_issues set onchain_job_id = null, job_state = null, reward = null where id > 9`
  })
  const ids = async (filter: Partial<IssueFilter>, sort: IssueSort) =>
    (await list({ filter, sort })).map(({ id }) => id)
  expect(await ids({}, 'reward')).toEqual([1, 9, 8, 7, 6, 5, 4, 3, 2, 11, 10])
  expect(await ids({ languages: ['Zig'] }, 'reward')).toEqual([11, 10])
  expect(await ids({ rewardMin: 0n }, 'newest')).toEqual([1, 9])
  expect(await ids({ rewardMax: 999_000_000n }, 'reward')).toEqual([1, 9])
  expect(await ids({ rewardMin: 11_000_000n }, 'reward')).toEqual([1])
  const counts = facetOf(await facets(), 'reward')?.counts
  expect(counts).toEqual([{ value: '10', count: 2, isExact: true }])
})

test('a job that nobody can take any more counts as unfunded, in every list and count of issues', async () => {
  await make({ repository: 1, from: 1, count: 3, day: 20 })
  await make({ repository: 1, from: 4, count: 1, day: 30 })
  await write(async (tx) => {
    await tx`insert into chain_blocks (number, hash, timestamp) values (1, '0x01', 900), (2, '0x02', 1000)`
    await tx`update public_issues set open_until = case id when 1 then 1000 when 2 then 999 when 3 then 1001 else 1 end`
  })
  const ids = async (filter: Partial<IssueFilter>, sort: IssueSort = 'newest') =>
    (await list({ filter, sort })).map(({ id }) => id)
  expect(await ids({ rewardMin: 1n })).toEqual([3, 1])
  expect(await ids({ funding: ['open'] })).toEqual([3, 1])
  expect(await ids({ funding: ['unfunded'] })).toEqual([4, 2])
  expect(await ids({}, 'reward')).toEqual([3, 1, 4, 2])
  expect((await list()).map(({ funding }) => funding)).toEqual(['unfunded', 'open', 'unfunded', 'open'])
  for (const labels of [[], ['bug']]) {
    await write((tx) => tx`update public_issues set labels = ${labels}::text[]`)
    const found = await facets({ labels })
    expect(facetOf(found, 'reward')?.counts).toEqual([{ value: '10', count: 2, isExact: true }])
    expect(facetOf(found, 'funding')?.counts.map(({ value, count }) => [value, count])).toEqual([
      ['open', 2],
      ['unfunded', 2],
    ])
  }
  await write((tx) => tx`delete from chain_blocks`)
})

test('assigned issues and unassigned issues are each listed alone', async () => {
  await make({ repository: 1, from: 1, count: 4 })
  await write((tx) => tx`update public_issues set assignees = 2 where id in (1, 3)`)
  const ids = async (filter: Partial<IssueFilter>) => (await list({ filter })).map(({ id }) => id)
  expect(await ids({ isAssigned: true })).toEqual([3, 1])
  expect(await ids({ isAssigned: false })).toEqual([4, 2])
  expect(await ids({ isAssigned: null })).toEqual([4, 3, 2, 1])
  expect(facetOf(await facets({ isAssigned: true }), 'owner')).toMatchObject({ total: 2, isExact: true })
})

test('the list of a label, and of a label with a language, follows every change of them', async () => {
  await make({ repository: 1, from: 1, count: 2, labels: ['bug', 'bug', 'ui'] })
  const found = async (filter: Partial<IssueFilter>) => (await list({ filter })).map(({ id }) => id)
  expect(await found({ labels: ['bug'], languages: ['Go'] })).toEqual([2, 1])
  await write((tx) => tx`update public_issues set labels = array['docs'] where id = 1`)
  expect(await found({ labels: ['bug'] })).toEqual([2])
  expect(await found({ labels: ['docs'] })).toEqual([1])
  await write((tx) => tx`update public_issues set language = 'Zig' where id = 2`)
  expect(await found({ labels: ['bug'], languages: ['Go'] })).toEqual([])
  expect(await found({ labels: ['bug'], languages: ['Zig'] })).toEqual([2])
  await write((tx) => tx`update public_issues set created_at = '2020-01-01' where id = 2`)
  await make({ repository: 2, from: 3, count: 1, labels: ['bug'] })
  expect(await found({ labels: ['bug'] })).toEqual([3, 2])
  await write((tx) => tx`delete from public_issues where id = 3`)
  expect(await found({ labels: ['bug'] })).toEqual([2])
})

test('a search lists the best titles first and then, the newest first, what has the words elsewhere, in pages', async () => {
  await make({ repository: 1, from: 1, count: 3, title: 'a lantern' })
  await make({ repository: 1, from: 4, count: 2, title: 'lantern, lantern' })
  await make({ repository: 2, from: 6, count: 3, title: 'a wish', day: 2 })
  await write((tx) => tx`update public_issues set search = to_tsvector('english', 'lantern') where id > 5`)
  const filter = { text: 'lantern' }
  const seen: number[] = []
  let after: PublicIssueRow | undefined
  do {
    const page = await list({ filter, sort: 'relevance', limit: 3, ...(after && { after }) })
    seen.push(...page.map(({ id }) => id))
    after = page.length === 3 ? page.at(-1) : undefined
  } while (after)
  expect(seen).toEqual([5, 4, 3, 2, 1, 8, 7, 6])
})

test('a word that is excluded excludes by the text too, also what has the others in its title', async () => {
  await make({ repository: 1, from: 1, count: 2, title: 'a lantern' })
  await write((tx) => tx`update public_issues set search = to_tsvector('english', 'lantern fog') where id = 1`)
  expect((await list({ filter: { text: 'lantern -fog' }, sort: 'relevance' })).map(({ id }) => id)).toEqual([2])
})

test('a name that two repositories had stands for the one that has it now', async () => {
  await make({ repository: 1, from: 1, count: 1 })
  await make({ repository: 2, from: 2, count: 1 })
  await write(
    (tx) =>
      tx`update public_repositories set full_name = 'acme/ONE', is_indexed = true, read_at = now() where repository_id = 2`,
  )
  expect((await list({ filter: { repository: 'Acme/one' } })).map(({ id }) => id)).toEqual([2])
})

test('a reading that takes too long ends, and may be tried again later; none can write', async () => {
  await expect(reader.read(raw`select pg_sleep(20)`)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  })
  expect(await list()).toEqual([])
  await expect(reader.read(raw`delete from public_repositories`)).rejects.toThrow()
})

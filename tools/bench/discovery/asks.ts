import type postgres from 'postgres'
import { countPublicFacets } from '#lib/data/public-issue-facets.ts'
import { everything } from '#lib/data/public-issue-filter.ts'
import { findPublicIssue, listPublicIssues } from '#lib/data/public-issue-list.ts'
import type { PublicReader } from '#lib/data/public-reading.ts'
import type { IssueFilter, IssueSort } from '#lib/domain/discovery.ts'
import { issueList } from '#lib/usecases/discovery/list-issues.ts'
import { cursorOf } from '#lib/usecases/page.ts'
import { createRandom, type Random } from './random.ts'

/** One request, and the reading of the database that answers it. */
export type Ask = { path: string; read: (reader: PublicReader) => Promise<unknown> }

export type Sample = {
  id: string
  position: string
  title: string
  labels: string[]
  language: string | null
  fullName: string
  number: number
}

const pageSize = 20

/** Some two thousand issues from all over the index, from which requests are made up. */
export function readSamples(sql: postgres.Sql): Promise<Sample[]> {
  return sql<Sample[]>`
    select p.id::text as id, p.created_at::text as position, p.title, p.labels, p.language,
      r.full_name as "fullName", p.number
    from public_issues p join public_repositories r using (repository_id)
    where mod(p.id * 7919, greatest(1, (select count(*) / 2000 from public_issues))) = 0
    order by p.id limit 2000`
}

/** Each kind of request; every call asks for something else, and the same things again for the same samples. */
export function kindsOf(samples: readonly Sample[]) {
  const random = createRandom(17)
  const pick = () => samples[Math.floor(random() * samples.length)] ?? fail()
  const labelled = () => {
    for (;;) {
      const { language, labels } = pick()
      const label = labels[Math.floor(random() * labels.length)]
      if (language && label) return { languages: [language], labels: [label] }
    }
  }
  return {
    first: () => list({}),
    deep: () => list({}, 'newest', pick()),
    filtered: () => list(labelled()),
    search: () => list({ text: wordsOf(pick().title, random) }, 'relevance'),
    commonest: () => list({ text: 'error' }, 'relevance'),
    facets: () => facets({}),
    filteredFacets: () => facets(labelled()),
    detail: () => detail(pick()),
  }
}

function fail(): never {
  throw new Error('there are no samples')
}

/** Two or three words that stand in a title one after the other. */
function wordsOf(title: string, random: Random): string {
  const words = title.split(' ')
  const count = 2 + Math.floor(random() * 2)
  const from = Math.floor(random() * Math.max(1, words.length - count + 1))
  return words.slice(from, from + count).join(' ')
}

function queryOf({ text, languages, labels }: Partial<IssueFilter>): Record<string, string> {
  return {
    ...(text && { q: text }),
    ...(languages && { language: languages.join() }),
    ...(labels && { label: labels.join() }),
  }
}

function list(part: Partial<IssueFilter>, sort: IssueSort = 'newest', after: Sample | null = null): Ask {
  const filter = { ...everything, ...part }
  const cursor = after && cursorOf(issueList({ sort, filter }), `${after.position}|${after.id}`)
  const query = new URLSearchParams({ limit: String(pageSize), sort, ...queryOf(part), ...(cursor && { cursor }) })
  const from = after && { position: after.position, id: Number(after.id) }
  return {
    path: `/api/v1/public/issues/?${query}`,
    read: (reader) => listPublicIssues(reader, { filter, sort, after: from, limit: pageSize + 1 }),
  }
}

function facets(part: Partial<IssueFilter>): Ask {
  return {
    path: `/api/v1/public/issues/facets/?${new URLSearchParams(queryOf(part))}`,
    read: (reader) => countPublicFacets(reader, { ...everything, ...part }),
  }
}

function detail({ fullName, number }: Sample): Ask {
  return {
    path: `/api/v1/public/issues/${fullName.replace('/', ':')}:${number}/`,
    read: (reader) => findPublicIssue(reader, { fullName, number }),
  }
}

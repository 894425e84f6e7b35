import type { PublicIssue } from './_issue.ts'
import { changed, filterOf, tidy } from './_search.ts'

export const feedFormats = ['atom', 'rss', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

export const mediaTypes: Record<FeedFormat, string> = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
}

/** Where a reader of feeds follows a search; feeds are by date, newest first or last updated first. */
export function feedHrefOf(format: FeedFormat, search: string): string {
  const isByUpdate = new URLSearchParams(search).get('sort') === 'updated'
  return withQuery(
    `/api/v1/public/issues/feed/${format}/`,
    changed(filterOf(search), { sort: isByUpdate ? 'updated' : null }),
  )
}

export function apiHrefOf(search: string): string {
  return withQuery('/api/v1/public/issues/', changed(search, {}))
}

export function issueHrefOf(reference: string): string {
  return `/issues/${reference}`
}

/** Where a signed-in person saves this search; also the search for a single issue, which follows it. */
export function savingHrefOf(search: string): string {
  return withQuery('/saved-searches/new', filterOf(search))
}

/** The search that finds one issue alone. */
export function searchOfIssue({ repository_full_name: repository, number }: PublicIssue): string {
  return tidy([
    ['number', String(number)],
    ['repository', repository],
  ])
}

function withQuery(path: string, search: string): string {
  return search === '' ? path : `${path}?${search}`
}

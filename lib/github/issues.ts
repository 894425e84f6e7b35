import type { Octokit } from '@octokit/core'
import type { HostIssue, IssueQuery } from '../ports/code-host.ts'
import { calling } from './github-errors.ts'
import { foundIssuesSchema, issuesSchema, parse, toHostIssue } from './wire.ts'

type Page = { issues: HostIssue[]; hasMore: boolean }

/** The host's search never pages beyond its first thousand hits. */
const hitsMax = 1_000

/**
 * One page of issues, pull requests left out. Text, and labels that hold the list's own separator, go through the host's
 * search; everything else goes through its list.
 */
export function listIssues(client: Octokit, fullName: string, query: IssueQuery): Promise<Page> {
  const isSearch = query.search !== null || query.labels.some((label) => label.includes(','))
  return isSearch ? searched(client, fullName, query) : listed(client, fullName, query)
}

async function listed(client: Octokit, fullName: string, query: IssueQuery): Promise<Page> {
  const [owner = '', repo = ''] = fullName.split('/')
  const { data, headers } = await calling(() =>
    client.request('GET /repos/{owner}/{repo}/issues', {
      owner,
      repo,
      state: query.state,
      sort: query.sort,
      direction: query.direction,
      per_page: query.perPage,
      page: query.page,
      ...(query.labels.length > 0 && { labels: query.labels.join(',') }),
    }),
  )
  const issues = parse(issuesSchema, data).map(toHostIssue)
  return { issues: issues.filter((issue) => !issue.isPullRequest), hasMore: hasNext(headers.link) }
}

async function searched(client: Octokit, fullName: string, query: IssueQuery): Promise<Page> {
  if (query.page * query.perPage > hitsMax) return { issues: [], hasMore: false }
  const { data, headers } = await calling(() =>
    client.request('GET /search/issues', {
      q: toSearch(fullName, query),
      sort: query.sort,
      order: query.direction,
      per_page: query.perPage,
      page: query.page,
    }),
  )
  const { items } = parse(foundIssuesSchema, data)
  const here = `/repos/${fullName}`.toLowerCase()
  const issues = items.filter((item) => item.repository_url?.toLowerCase().endsWith(here) ?? true).map(toHostIssue)
  const isLast = (query.page + 1) * query.perPage > hitsMax
  return { issues: issues.filter((issue) => !issue.isPullRequest), hasMore: hasNext(headers.link) && !isLast }
}

/** Every word is quoted, so that none of them is read as an operator or a qualifier of the search. */
function toSearch(fullName: string, { search, labels, state }: IssueQuery): string {
  const words = (search ?? '').replaceAll(/["\\]/g, ' ').split(/\s+/).filter(Boolean)
  return [
    ...words.map((word) => `"${word}"`),
    `repo:${fullName}`,
    'is:issue',
    ...labels.map((label) => `label:"${label.replaceAll('"', '\\"')}"`),
    ...(state === 'all' ? [] : [`is:${state}`]),
  ].join(' ')
}

function hasNext(link: string | undefined): boolean {
  return /;\s*rel="next"/.test(link ?? '')
}

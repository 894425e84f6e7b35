import type { Octokit } from '@octokit/core'
import type { HostIssue, IssueQuery } from '#lib/ports/code-host.ts'
import { calling } from './github-errors.ts'
import { toHostIssue, type WireIssue } from './wire.ts'

/** One page of issues, pull requests left out; text goes through the host's search, everything else through its list. */
export async function listIssues(
  client: Octokit,
  fullName: string,
  query: IssueQuery,
): Promise<{ issues: HostIssue[]; hasMore: boolean }> {
  const rows = query.search ? await searched(client, fullName, query) : await listed(client, fullName, query)
  const issues = rows.map(toHostIssue).filter((issue) => !issue.isPullRequest)
  return { issues, hasMore: rows.length === query.perPage }
}

async function listed(client: Octokit, fullName: string, query: IssueQuery): Promise<WireIssue[]> {
  const [owner = '', repo = ''] = fullName.split('/')
  const { data } = await calling(() =>
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
  return data as WireIssue[]
}

async function searched(client: Octokit, fullName: string, query: IssueQuery): Promise<WireIssue[]> {
  const words = (query.search ?? '').replaceAll(/[:"\\]/g, ' ').trim()
  const parts = [
    words,
    `repo:${fullName}`,
    'is:issue',
    ...query.labels.map((label) => `label:"${label.replaceAll('"', '')}"`),
  ]
  if (query.state !== 'all') parts.push(`is:${query.state}`)
  const { data } = await calling(() =>
    client.request('GET /search/issues', {
      q: parts.join(' '),
      sort: query.sort,
      order: query.direction,
      per_page: query.perPage,
      page: query.page,
    }),
  )
  return data.items as WireIssue[]
}

import type { Host } from '../context.ts'
import { resolveCommit } from '../git/read.ts'
import { gitDirectory } from '../git/run.ts'
import type { Issue } from '../store/issues.ts'
import { findPullRequest } from '../store/pull-requests.ts'
import { fullName, ownerOf, type Repository } from '../store/repositories.ts'
import { toAccountJson } from './account.ts'
import { toIssueJson } from './issue.ts'
import { toRepositoryJson } from './repository.ts'

export type PullEnds = { base: { branch: string; sha: string }; head: { branch: string; sha: string }; draft: boolean }

/** The branches of a pull request and where they are; a branch that is gone is where it was at first. */
export async function pullEnds(host: Host, repository: Repository, issue: Issue): Promise<PullEnds> {
  const directory = gitDirectory(host.dataDir, repository.id)
  const kept = findPullRequest(host.db, issue.id)
  const base = kept?.base_branch ?? repository.default_branch
  const head = issue.head_branch ?? ''
  return {
    base: { branch: base, sha: (await resolveCommit(directory, base)) ?? '' },
    head: { branch: head, sha: (await resolveCommit(directory, head)) ?? kept?.head_sha ?? '' },
    draft: kept?.draft === 1,
  }
}

/** A pull request, as lists of them show it; both branches are of this repository. */
export async function toPullRequestJson(host: Host, repository: Repository, issue: Issue) {
  const { base, head, draft } = await pullEnds(host, repository, issue)
  const shared = toIssueJson(host, repository, issue)
  const { url: issueUrl, html_url, node_id, labels, user, assignee, assignees, author_association } = shared
  const repositoryUrl = `${host.apiUrl}/repos/${fullName(repository)}`
  const url = `${repositoryUrl}/pulls/${issue.number}`
  const end = ({ branch, sha }: PullEnds['head']) => ({
    label: `${repository.owner_login}:${branch}`,
    ref: branch,
    sha,
    user: toAccountJson(host, ownerOf(host.db, repository)),
    repo: toRepositoryJson(host, repository),
  })
  return {
    url,
    id: issue.id,
    node_id,
    html_url,
    diff_url: `${html_url}.diff`,
    patch_url: `${html_url}.patch`,
    issue_url: issueUrl,
    number: issue.number,
    state: issue.state,
    locked: false,
    title: issue.title,
    user,
    body: issue.body,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    merged_at: null,
    merge_commit_sha: null,
    assignee,
    assignees,
    requested_reviewers: [],
    requested_teams: [],
    labels,
    milestone: null,
    draft,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${repositoryUrl}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: `${repositoryUrl}/statuses/${head.sha}`,
    head: end(head),
    base: end(base),
    _links: { self: { href: url }, html: { href: html_url }, issue: { href: issueUrl } },
    author_association,
    auto_merge: null,
    active_lock_reason: null,
  }
}

import type { Host } from '../context.ts'
import { accountOf } from '../store/accounts.ts'
import { type Comment, type Issue, listAssigneeIds } from '../store/issues.ts'
import { type Label, listIssueLabels } from '../store/labels.ts'
import { findPullRequest } from '../store/pull-requests.ts'
import { explicitRole, fullName, type Repository } from '../store/repositories.ts'
import { toAccountJson } from './account.ts'
import { nodeId } from './node-id.ts'

/** An issue, or a pull request in the shape that issue lists give it. */
export function toIssueJson(host: Host, repository: Repository, issue: Issue) {
  const repositoryUrl = `${host.apiUrl}/repos/${fullName(repository)}`
  const url = `${repositoryUrl}/issues/${issue.number}`
  const kind = issue.head_branch === null ? 'issues' : 'pull'
  const assignees = listAssigneeIds(host.db, issue.id).map((id) => toAccountJson(host, accountOf(host.db, id)))
  return {
    url,
    repository_url: repositoryUrl,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: `${host.url}/${fullName(repository)}/${kind}/${issue.number}`,
    id: issue.id,
    node_id: nodeId(issue.head_branch === null ? 'I' : 'PR', issue.id),
    number: issue.number,
    title: issue.title,
    user: toAccountJson(host, accountOf(host.db, issue.author_id)),
    labels: listIssueLabels(host.db, issue.id).map((label) => toLabelJson(host, repository, label)),
    state: issue.state,
    locked: false,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    comments: issue.comment_count,
    created_at: issue.created_at,
    updated_at: issue.updated_at,
    closed_at: issue.closed_at,
    author_association: associationOf(host, repository, issue.author_id),
    active_lock_reason: null,
    ...pullRequestPart(host, repository, issue),
    body: issue.body,
    closed_by: issue.closed_by_id === null ? null : toAccountJson(host, accountOf(host.db, issue.closed_by_id)),
    reactions: noReactions(url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: issue.state_reason,
  }
}

export function toLabelJson(host: Host, repository: Repository, label: Label) {
  return {
    id: label.id,
    node_id: nodeId('LA', label.id),
    url: `${host.apiUrl}/repos/${fullName(repository)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: ['bug', 'enhancement', 'documentation', 'question', 'good first issue'].includes(label.name),
    description: label.description,
  }
}

export function toCommentJson(host: Host, repository: Repository, issue: Issue, comment: Comment) {
  const url = `${host.apiUrl}/repos/${fullName(repository)}/issues/comments/${comment.id}`
  return {
    url,
    html_url: `${host.url}/${fullName(repository)}/issues/${issue.number}#issuecomment-${comment.id}`,
    issue_url: `${host.apiUrl}/repos/${fullName(repository)}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId('IC', comment.id),
    user: toAccountJson(host, accountOf(host.db, comment.author_id)),
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    author_association: associationOf(host, repository, comment.author_id),
    body: comment.body,
    reactions: noReactions(url),
    performed_via_github_app: null,
  }
}

function pullRequestPart(host: Host, repository: Repository, issue: Issue) {
  if (issue.head_branch === null) return {}
  const htmlUrl = `${host.url}/${fullName(repository)}/pull/${issue.number}`
  return {
    draft: findPullRequest(host.db, issue.id)?.draft === 1,
    pull_request: {
      url: `${host.apiUrl}/repos/${fullName(repository)}/pulls/${issue.number}`,
      html_url: htmlUrl,
      diff_url: `${htmlUrl}.diff`,
      patch_url: `${htmlUrl}.patch`,
      merged_at: null,
    },
  }
}

function associationOf(host: Host, repository: Repository, userId: number): string {
  if (repository.owner_id === userId) return 'OWNER'
  const role = explicitRole(host.db, repository, userId)
  if (role === 'admin') return 'MEMBER'
  return role ? 'COLLABORATOR' : 'NONE'
}

function noReactions(url: string) {
  return {
    url: `${url}/reactions`,
    total_count: 0,
    '+1': 0,
    '-1': 0,
    laugh: 0,
    hooray: 0,
    confused: 0,
    heart: 0,
    rocket: 0,
    eyes: 0,
  }
}

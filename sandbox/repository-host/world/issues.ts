import { invalid } from '../api/errors.ts'
import type { Host } from '../context.ts'
import { announceInRepository } from '../hooks/events.ts'
import { toCommentJson, toIssueJson, toLabelJson } from '../json/issue.ts'
import { type Account, findAccount } from '../store/accounts.ts'
import { inTransaction } from '../store/database.ts'
import {
  type Comment,
  findComment,
  findIssue,
  type Issue,
  insertComment,
  insertIssue,
  removeIssue,
  setAssignees,
  updateIssue,
} from '../store/issues.ts'
import { type Label, setIssueLabels } from '../store/labels.ts'
import { ownerOf, type Repository } from '../store/repositories.ts'
import { timestamp } from '../timestamp.ts'
import type { IssueChange } from './issue-change.ts'

/** Opens an issue and announces it. */
export function openIssue(host: Host, repository: Repository, author: Account, change: IssueChange): Issue {
  const { title } = change
  if (!title) throw invalid({ resource: 'Issue', field: 'title', code: 'missing_field' })
  const number = inTransaction(host.db, () => {
    const created = insertIssue(host.db, {
      repositoryId: repository.id,
      title,
      body: change.body ?? null,
      authorId: author.id,
      at: timestamp(host.now()),
    })
    const issue = reload(host, repository, created)
    setIssueLabels(host.db, issue, change.labels ?? [])
    setAssignees(host.db, issue.id, assigneeIds(host, change.assignees ?? []))
    return created
  })
  const issue = reload(host, repository, number)
  announce(host, repository, issue, 'opened', author)
  return issue
}

/** Deletes an issue for good and announces it. */
export function deleteIssue(host: Host, repository: Repository, issue: Issue): void {
  announce(host, repository, issue, 'deleted', ownerOf(host.db, repository))
  inTransaction(host.db, () => removeIssue(host.db, issue))
}

/** Applies a change and announces each part of it as its own event. */
export function changeIssue(
  host: Host,
  repository: Repository,
  issue: Issue,
  editor: Account,
  change: IssueChange,
): Issue {
  const at = timestamp(host.now())
  const labels = inTransaction(host.db, () => {
    updateIssue(host.db, issue.id, { ...issue, ...change, ...stateChange(issue, change, editor, at) }, at)
    if (change.assignees) setAssignees(host.db, issue.id, assigneeIds(host, change.assignees))
    return change.labels ? setIssueLabels(host.db, issue, change.labels) : { added: [], removed: [] }
  })
  const changed = reload(host, repository, issue.number)
  announceChange(host, repository, { before: issue, after: changed, labels }, editor)
  return changed
}

export function addComment(host: Host, repository: Repository, issue: Issue, author: Account, body: string): Comment {
  const id = insertComment(host.db, issue.id, author.id, body, timestamp(host.now()))
  const comment = findComment(host.db, id)
  if (!comment) throw new Error(`No comment ${id}`)
  const present = reload(host, repository, issue.number)
  announceInRepository(host, repository, {
    event: 'issue_comment',
    action: 'created',
    sender: author,
    details: {
      issue: toIssueJson(host, repository, present),
      comment: toCommentJson(host, repository, present, comment),
    },
  })
  return comment
}

function stateChange(issue: Issue, change: IssueChange, editor: Account, at: string): Partial<Issue> {
  if (change.state === undefined || change.state === issue.state) {
    return { state: issue.state, state_reason: change.state_reason ?? issue.state_reason }
  }
  if (change.state === 'open') {
    return { state: 'open', state_reason: 'reopened', closed_at: null, closed_by_id: null }
  }
  return { state: 'closed', state_reason: change.state_reason ?? 'completed', closed_at: at, closed_by_id: editor.id }
}

type IssueDifference = { before: Issue; after: Issue; labels: { added: Label[]; removed: Label[] } }

function announceChange(host: Host, repository: Repository, difference: IssueDifference, sender: Account): void {
  const { before, after, labels } = difference
  const title = before.title === after.title ? undefined : { from: before.title }
  const body = before.body === after.body ? undefined : { from: before.body ?? '' }
  if (title || body) {
    const changes = { ...(title && { title }), ...(body && { body }) }
    announce(host, repository, after, 'edited', sender, { changes })
  }
  const labelDetails = (label: Label) => ({ label: toLabelJson(host, repository, label) })
  for (const label of labels.added) announce(host, repository, after, 'labeled', sender, labelDetails(label))
  for (const label of labels.removed) announce(host, repository, after, 'unlabeled', sender, labelDetails(label))
  if (before.state === after.state) return
  announce(host, repository, after, after.state === 'open' ? 'reopened' : 'closed', sender)
}

function announce(
  host: Host,
  repository: Repository,
  issue: Issue,
  action: string,
  sender: Account,
  details: object = {},
): void {
  if (issue.head_branch !== null) return
  announceInRepository(host, repository, {
    event: 'issues',
    action,
    sender,
    details: { issue: toIssueJson(host, repository, issue), ...details },
  })
}

function assigneeIds(host: Host, logins: readonly string[]): number[] {
  return logins.map((login) => {
    const user = findAccount(host.db, login)
    if (user) return user.id
    throw invalid({ resource: 'Issue', field: 'assignees', code: 'invalid' })
  })
}

function reload(host: Host, repository: Repository, number: number): Issue {
  const issue = findIssue(host.db, repository.id, number)
  if (!issue) throw new Error(`No issue ${number}`)
  return issue
}

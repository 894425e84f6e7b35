import { type Account, findAccount } from '../store/accounts.ts'
import type { Database } from '../store/database.ts'
import { findIssue, insertComment, insertIssue, setAssignees, updateIssue } from '../store/issues.ts'
import { ensureLabel, setIssueLabels } from '../store/labels.ts'
import type { SeedIssue, SeedLabel } from './types.ts'

/** Adds one issue or pull request with its labels, comments and state. */
export function plantIssue(
  db: Database,
  repository: { id: number; labels: readonly SeedLabel[] },
  seed: SeedIssue,
): void {
  const number = insertIssue(db, {
    repositoryId: repository.id,
    title: seed.title,
    body: seed.body,
    authorId: accountNamed(db, seed.author).id,
    headBranch: seed.headBranch ?? null,
    at: seed.at,
  })
  const issue = findIssue(db, repository.id, number)
  if (!issue) throw new Error(`No issue ${number}`)
  for (const label of repository.labels) ensureLabel(db, repository.id, label)
  setIssueLabels(db, issue, seed.labels ?? [])
  setAssignees(
    db,
    issue.id,
    (seed.assignees ?? []).map((login) => accountNamed(db, login).id),
  )
  for (const comment of seed.comments ?? []) {
    insertComment(db, issue.id, accountNamed(db, comment.author).id, comment.body, comment.at)
  }
  if (!seed.closed) return
  const { at, by, reason } = seed.closed
  const closed = {
    state: 'closed' as const,
    state_reason: reason,
    closed_at: at,
    closed_by_id: accountNamed(db, by).id,
  }
  updateIssue(db, issue.id, { ...issue, ...closed }, at)
}

/** The account of a login that the seed names. */
export function accountNamed(db: Database, login: string): Account {
  const account = findAccount(db, login)
  if (!account) throw new Error(`The seed names no account ${login}`)
  return account
}

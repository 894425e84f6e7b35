import type { SQLInputValue } from 'node:sqlite'
import { all, type Database, insert, one, run } from './database.ts'

export type Issue = {
  id: number
  repository_id: number
  number: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  state_reason: string | null
  author_id: number
  /** Branch that a pull request wants merged; null makes it a plain issue. */
  head_branch: string | null
  closed_by_id: number | null
  created_at: string
  updated_at: string
  closed_at: string | null
  comment_count: number
}

export type Comment = {
  id: number
  issue_id: number
  author_id: number
  body: string
  created_at: string
  updated_at: string
}

const select = `SELECT issues.*, (SELECT count(*) FROM comments WHERE issue_id = issues.id) AS comment_count FROM issues`

export function findIssue(db: Database, repositoryId: number, number: number): Issue | undefined {
  return one<Issue>(db, `${select} WHERE repository_id = ? AND number = ?`, repositoryId, number)
}

/** A WHERE clause made of fixed texts with one placeholder per value. */
export type Condition = { sql: string; values: SQLInputValue[] }

export type IssueOrder = { column: 'created_at' | 'updated_at' | 'comment_count'; descending: boolean }

/** One page of the issues that meet every condition, and how many there are in all. */
export function pageIssues(
  db: Database,
  conditions: readonly Condition[],
  order: IssueOrder,
  page: { limit: number; offset: number },
): { issues: Issue[]; total: number } {
  const where = conditions.map((condition) => `(${condition.sql})`).join(' AND ') || '1'
  const values = conditions.flatMap((condition) => condition.values)
  const direction = order.descending ? 'DESC' : 'ASC'
  return {
    issues: all<Issue>(
      db,
      `${select} WHERE ${where} ORDER BY ${order.column} ${direction}, issues.id ${direction} LIMIT ? OFFSET ?`,
      ...values,
      page.limit,
      page.offset,
    ),
    total: one<{ total: number }>(db, `SELECT count(*) AS total FROM issues WHERE ${where}`, ...values)?.total ?? 0,
  }
}

export function countOpenIssues(db: Database, repositoryId: number): number {
  const sql = `SELECT count(*) AS total FROM issues WHERE repository_id = ? AND state = 'open'`
  return one<{ total: number }>(db, sql, repositoryId)?.total ?? 0
}

export type NewIssue = {
  repositoryId: number
  title: string
  body: string | null
  authorId: number
  headBranch?: string | null
  at: string
}

/** Removes an issue with all it has; its number stays taken. */
export function removeIssue(db: Database, issue: Issue): void {
  run(db, 'DELETE FROM issues WHERE id = ?', issue.id)
  run(db, 'INSERT OR IGNORE INTO deleted_issues VALUES (?, ?)', issue.repository_id, issue.number)
}

export function wasDeleted(db: Database, repositoryId: number, number: number): boolean {
  return (
    one(db, 'SELECT 1 FROM deleted_issues WHERE repository_id = ? AND number = ?', repositoryId, number) !== undefined
  )
}

/** Adds an open issue under the repository's next number. */
export function insertIssue(db: Database, issue: NewIssue): number {
  const last = one<{ number: number | null }>(
    db,
    `SELECT max(number) AS number FROM (SELECT number FROM issues WHERE repository_id = ?1
       UNION ALL SELECT number FROM deleted_issues WHERE repository_id = ?1)`,
    issue.repositoryId,
  )
  const number = (last?.number ?? 0) + 1
  insert(
    db,
    `INSERT INTO issues (repository_id, number, title, body, state, author_id, head_branch, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, 'open', ?5, ?6, ?7, ?7)`,
    issue.repositoryId,
    number,
    issue.title,
    issue.body,
    issue.authorId,
    issue.headBranch ?? null,
    issue.at,
  )
  return number
}

export type IssueText = Pick<Issue, 'title' | 'body' | 'state' | 'state_reason' | 'closed_at' | 'closed_by_id'>

export function updateIssue(db: Database, id: number, text: IssueText, at: string): void {
  run(
    db,
    `UPDATE issues SET title = ?, body = ?, state = ?, state_reason = ?, closed_at = ?, closed_by_id = ?,
       updated_at = ? WHERE id = ?`,
    text.title,
    text.body,
    text.state,
    text.state_reason,
    text.closed_at,
    text.closed_by_id,
    at,
    id,
  )
}

export function setAssignees(db: Database, issueId: number, userIds: readonly number[]): void {
  run(db, 'DELETE FROM issue_assignees WHERE issue_id = ?', issueId)
  for (const userId of userIds) run(db, 'INSERT OR IGNORE INTO issue_assignees VALUES (?, ?)', issueId, userId)
}

export function listAssigneeIds(db: Database, issueId: number): number[] {
  return all<{ user_id: number }>(
    db,
    'SELECT user_id FROM issue_assignees WHERE issue_id = ? ORDER BY user_id',
    issueId,
  ).map((row) => row.user_id)
}

export function listComments(db: Database, issueId: number, limit: number, offset: number): Comment[] {
  return all<Comment>(
    db,
    'SELECT * FROM comments WHERE issue_id = ? ORDER BY id LIMIT ? OFFSET ?',
    issueId,
    limit,
    offset,
  )
}

export function findComment(db: Database, id: number): Comment | undefined {
  return one<Comment>(db, 'SELECT * FROM comments WHERE id = ?', id)
}

export function insertComment(db: Database, issueId: number, authorId: number, body: string, at: string): number {
  run(db, 'UPDATE issues SET updated_at = max(updated_at, ?) WHERE id = ?', at, issueId)
  return insert(
    db,
    'INSERT INTO comments (issue_id, author_id, body, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?4)',
    issueId,
    authorId,
    body,
    at,
  )
}

import { type Database, insert, one } from './database.ts'

/** What a pull request has beyond the issue that it also is. */
export type PullRequest = {
  issue_id: number
  base_branch: string
  draft: number
  /** Where its branch was when it was opened. */
  head_sha: string
}

export function findPullRequest(db: Database, issueId: number): PullRequest | undefined {
  return one<PullRequest>(db, 'SELECT * FROM pull_requests WHERE issue_id = ?', issueId)
}

export function insertPullRequest(db: Database, pull: PullRequest): void {
  insert(
    db,
    'INSERT INTO pull_requests VALUES (?, ?, ?, ?)',
    pull.issue_id,
    pull.base_branch,
    pull.draft,
    pull.head_sha,
  )
}

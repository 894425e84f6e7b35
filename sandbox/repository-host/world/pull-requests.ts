import type { Host } from '../context.ts'
import type { Account } from '../store/accounts.ts'
import { inTransaction } from '../store/database.ts'
import { findIssue, type Issue, insertIssue } from '../store/issues.ts'
import { insertPullRequest } from '../store/pull-requests.ts'
import type { Repository } from '../store/repositories.ts'
import { timestamp } from '../timestamp.ts'

export type NewPullRequest = {
  author: Account
  title: string
  body: string | null
  draft: boolean
  headBranch: string
  headSha: string
  baseBranch: string
}

/** Opens a pull request under the repository's next number, which it shares with the issues. */
export function openPullRequest(host: Host, repository: Repository, pull: NewPullRequest): Issue {
  const { title, body, headBranch } = pull
  return inTransaction(host.db, () => {
    const number = insertIssue(host.db, {
      repositoryId: repository.id,
      title,
      body,
      authorId: pull.author.id,
      headBranch,
      at: timestamp(host.now()),
    })
    const issue = findIssue(host.db, repository.id, number)
    if (!issue) throw new Error(`No issue ${number}`)
    insertPullRequest(host.db, {
      issue_id: issue.id,
      base_branch: pull.baseBranch,
      draft: Number(pull.draft),
      head_sha: pull.headSha,
    })
    return issue
  })
}

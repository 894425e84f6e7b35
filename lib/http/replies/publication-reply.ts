import type { PublicationRow } from '../../data/publications.ts'
import { nextPublicationActions } from '../../usecases/publishing/publication-actions.ts'

export function toPublicationReply(row: PublicationRow) {
  return {
    state: row.state,
    requested_by: row.requestedBy,
    result_commitment: row.resultCommitment,
    branch: row.branch,
    head_commit: row.headCommit,
    pull_request_url: row.pullRequestUrl,
    check_run_url: row.checkRunUrl,
    detail: row.detail,
    attempts: row.attempts,
    next_actions: nextPublicationActions(row),
    requested_at: row.createdAt.toISOString(),
    published_at: row.publishedAt?.toISOString() ?? null,
  }
}

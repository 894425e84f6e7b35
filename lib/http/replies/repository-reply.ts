import type { DraftRow } from '../../data/drafts.ts'
import type { AccessRow } from '../../data/repositories.ts'
import { budgetOf, toMoney } from '../../domain/money.ts'
import type { HostIssue } from '../../ports/code-host.ts'
import type { IssuePreview } from '../../usecases/repositories/preview-issue.ts'
import type { HostStatus } from '../../usecases/repositories/read-host-status.ts'

export function toHostStatusReply({ connection, requestedAt, installations, nextActions }: HostStatus) {
  return {
    connected: connection !== undefined && connection.refusedAt === null,
    installation_requested_at: requestedAt?.toISOString() ?? null,
    next_actions: nextActions,
    account: connection ? { login: connection.login } : null,
    installations: installations.map(({ installation, accesses }) => ({
      installation_id: installation.installationId,
      account_login: installation.accountLogin,
      account_type: installation.accountType,
      repository_selection: installation.repositorySelection,
      suspended: installation.suspendedAt !== null,
      checked_at: installation.checkedAt.toISOString(),
      repositories: accesses.map(toAccessReply),
    })),
  }
}

function toAccessReply(access: AccessRow) {
  return {
    id: access.id,
    repository_id: access.repositoryId,
    full_name: access.fullName,
    private: access.private,
    archived: access.archived,
    default_branch: access.defaultBranch,
    language: access.language,
    open_issues: access.openIssues,
    can_browse: access.canPull,
    can_draft: access.canPush && !access.archived,
    checked_at: access.checkedAt.toISOString(),
  }
}

export function toIssueReply(issue: HostIssue) {
  const { number, url, title, labels, state, author, comments } = issue
  return {
    number,
    url,
    title,
    labels,
    state,
    author,
    comments,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
  }
}

export function toPreviewReply({ access, issue, warnings, lastFunded }: IssuePreview) {
  return {
    repository_access_id: access.id,
    repository_full_name: access.fullName,
    can_draft: access.canPush && !access.archived,
    issue,
    warnings,
    last_terms: lastFunded ? toTermsReply(lastFunded) : null,
  }
}

function toTermsReply(draft: DraftRow) {
  return {
    draft_id: draft.id,
    title: draft.title,
    reward: toMoney(draft.reward),
    verifiers: draft.verifiers,
    max_attempts: draft.maxAttempts,
    budget: toMoney(budgetOf(draft)),
  }
}

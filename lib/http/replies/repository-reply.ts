import { githubStatus, issue, issuePreview } from '../../api/repositories.ts'
import type { AccessRow } from '../../data/repositories.ts'
import { budgetOf } from '../../domain/money.ts'
import type { HostIssue } from '../../ports/code-host.ts'
import type { IssuePreview } from '../../usecases/repositories/preview-issue.ts'
import type { HostStatus } from '../../usecases/repositories/read-host-status.ts'
import { toWire } from '../to-wire.ts'

export function toHostStatusReply({ connection, requestedAt, installations, nextActions }: HostStatus) {
  return toWire(githubStatus, {
    connected: connection !== undefined && connection.refusedAt === null,
    installationRequestedAt: requestedAt ?? null,
    nextActions,
    account: connection ?? null,
    installations: installations.map(({ installation, accesses }) => ({
      ...installation,
      suspended: installation.suspendedAt !== null,
      repositories: accesses.map(describeAccess),
    })),
  })
}

function describeAccess(access: AccessRow) {
  return { ...access, canBrowse: access.canPull, canDraft: access.canPush && !access.archived }
}

export function toIssueReply(found: HostIssue) {
  return toWire(issue, found)
}

export function toPreviewReply({ access, issue, warnings, lastFunded }: IssuePreview) {
  return toWire(issuePreview, {
    repositoryAccessId: access.id,
    repositoryFullName: access.fullName,
    canDraft: access.canPush && !access.archived,
    issue,
    warnings,
    lastTerms: lastFunded ? { ...lastFunded, draftId: lastFunded.id, budget: budgetOf(lastFunded) } : null,
  })
}

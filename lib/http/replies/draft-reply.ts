import { draftSummary } from '../../api/draft-list.ts'
import { draft as schema } from '../../api/drafts.ts'
import { budgetOf } from '../../domain/money.ts'
import type { OfferedDraft } from '../../usecases/drafts/offer-actions.ts'
import { readableFiles } from '../../usecases/drafts/sealed-drafts.ts'
import { toWire } from '../to-wire.ts'
import { web } from '../web.ts'
import { toIssueChange } from './issue-change.ts'
import { toDraftProbe } from './probe-reply.ts'

export function toDraftReply(view: OfferedDraft) {
  const { draft, snapshot, probe } = view
  return toWire(schema, {
    ...summaryOf(view),
    acceptanceFiles: readableFiles(web().services.vault, draft),
    issueChange: draft.previousIssue && toIssueChange(draft.previousIssue, draft.issue),
    snapshot,
    probe: probe && toDraftProbe(probe),
  })
}

/** As a list shows it. */
export function toDraftSummary(view: OfferedDraft) {
  return toWire(draftSummary, summaryOf(view))
}

function summaryOf({ draft, onchainJobId, jobState, nextActions }: OfferedDraft) {
  return { ...draft, budget: budgetOf(draft), onchainJobId, jobState, nextActions }
}

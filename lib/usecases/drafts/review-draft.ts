import { inTransaction } from '#lib/data/database.ts'
import { type DraftRow, moveDraft, type NewDraft } from '#lib/data/drafts.ts'
import { recordEvent } from '#lib/data/events.ts'
import { accepts, draftLocked } from '#lib/domain/draft.ts'
import { isBlocking } from '#lib/domain/finding.ts'
import { reviewDelivery, reviewTerms } from '#lib/domain/review.ts'
import type { Context } from '../context.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'
import { assertNothingLive, draftMoved, requireDraft } from './require-draft.ts'
import { reviewPanel } from './review-panel.ts'
import { reviewRepository } from './review-repository.ts'
import { reviewWallet } from './review-wallet.ts'

/**
 * Checks the draft against the sources: host, chain, provider. READY when nothing blocks, DRAFT otherwise. A LOCKED
 * draft is unlocked while no transaction of it is live; its snapshot is superseded and kept.
 */
export async function reviewDraft(ctx: Context, input: { id: string }): Promise<OfferedDraft> {
  const { draft, user } = await requireDraft(ctx, input.id)
  if (!accepts(draft.state, 'review')) throw draftLocked(draft)
  const [bounds, repository, wallet, panel] = await Promise.all([
    ctx.chain.bounds(),
    reviewRepository(ctx, draft),
    reviewWallet(ctx, draft),
    reviewPanel(ctx, draft),
  ])
  const terms = reviewTerms(draft, { ...bounds, fundBySeconds: ctx.settings.fundBySeconds })
  const findings = [...repository.findings, ...terms, ...reviewDelivery(draft), ...wallet, ...panel]
  const cause = findings.some(isBlocking) ? 'review_blocked' : 'review_passed'
  const set: Partial<NewDraft> = { ...repository.facts, findings, reviewedAt: new Date(), snapshotId: null }

  const moved = await inTransaction(ctx.db, async (tx): Promise<DraftRow | undefined> => {
    if (draft.state === 'LOCKED') await assertNothingLive(tx, draft)
    const reviewed = await moveDraft(tx, draft, cause, set)
    if (!reviewed) return undefined
    const evidence = { findings: findings.map((finding) => finding.code) }
    const subject = { type: 'draft', id: draft.id } as const
    const change = { name: 'draft.reviewed', from: draft.state, to: reviewed.state, evidence }
    await recordEvent(tx, { actor: user, subject, userId: user.userId, ...change })
    return reviewed
  })
  if (!moved) throw draftMoved(draft.id)
  return offerActions(ctx, { draft: moved, snapshot: null, onchainJobId: null, live: null })
}

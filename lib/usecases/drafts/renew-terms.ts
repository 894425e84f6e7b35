import { inTransaction } from '../../data/database.ts'
import type { DraftView } from '../../data/drafts.ts'
import { findAccess } from '../../data/repositories.ts'
import type { WalletRow } from '../../data/wallets.ts'
import { readDraftStep, reviewStep } from '../../domain/draft.ts'
import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { explainBusyWallet, lockDraft } from './lock-draft.ts'
import { reviewDraft } from './review-draft.ts'

/**
 * The draft with terms that can still be funded. A LOCKED draft whose funding window is over, or nearly, is reviewed and
 * frozen again under the same amounts, so that its client is not sent back; findings that block funding are refused with
 * `draft_has_findings`. Every other draft is returned as it is.
 */
export async function renewTerms(ctx: Context, view: DraftView, wallet: WalletRow): Promise<DraftView> {
  const { snapshot } = view
  if (view.draft.state !== 'LOCKED' || !snapshot) return view
  const { timestamp: now } = await ctx.chain.latestBlock()
  if (now + BigInt(Math.floor(ctx.settings.fundBySeconds / 10)) <= snapshot.fundBy) return view

  const { draft } = await reviewDraft(ctx, { id: view.draft.id, isRenewal: true })
  const access = await findAccess(ctx.db, draft.userId, { id: draft.repositoryAccessId })
  if (draft.state !== 'READY' || !access) throw hasFindings(draft.id)
  const locked = await inTransaction(ctx.db, (tx) => lockDraft(ctx, tx, { draft, wallet, access, now })).catch(
    async (error: unknown) => {
      // Between the two another draft of the wallet may have been approved.
      throw await explainBusyWallet(ctx, draft, error)
    },
  )
  return { ...locked, onchainJobId: null, jobState: null, live: null }
}

/** The refusal to freeze a draft that has not passed its review, or whose commands a verifier is trying. */
export function hasFindings(id: string, probe?: { until: Date }): Failure {
  if (probe)
    return new Failure(
      'draft_has_findings',
      `A verifier is trying the commands. The review ends with that, at the latest at ${probe.until.toISOString()}.`,
      { nextActions: [readDraftStep(id, 'Read the draft again.')] },
    )
  return new Failure('draft_has_findings', 'The draft has not passed review.', {
    nextActions: [reviewStep(id, 'Review the draft.')],
  })
}

import { inTransaction } from '../../data/database.ts'
import { type DraftView, findDraft } from '../../data/drafts.ts'
import { findLiveProbe } from '../../data/probes.ts'
import { findAccess } from '../../data/repositories.ts'
import { findLiveTransaction } from '../../data/transactions.ts'
import type { WalletRow } from '../../data/wallets.ts'
import { accepts, draftLocked } from '../../domain/draft.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import { type Context, requireRecentSignIn } from '../context.ts'
import { continueLive, type LiveAnswer } from '../transactions/continue-live.ts'
import { issueChallenge } from '../transactions/issue-challenge.ts'
import { openIntent } from '../transactions/open-intent.ts'
import { readAllowance } from '../wallet/read-allowance.ts'
import { requireWallet } from '../wallet/require-wallet.ts'
import { assertFundingWindow, fundByOf } from './funding-window.ts'
import { explainBusyWallet, lockDraft } from './lock-draft.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'
import { hasFindings, renewTerms } from './renew-terms.ts'
import { draftMoved, holdDraft, requireDraft } from './require-draft.ts'

export type ApprovalChallenge = { view: OfferedDraft } & ({ status: 'exists' } | LiveAnswer)

/**
 * Freezes the snapshot of a READY draft and asks for an allowance of exactly its budget; nothing is asked when the
 * allowance is that already, and a live challenge, or the transaction that it became, is answered again. Terms whose time is over are renewed first.
 */
export async function createApprovalChallenge(ctx: Context, input: { id: string }): Promise<ApprovalChallenge> {
  const { user, ...found } = await requireDraft(ctx, input.id)
  const { draft } = found
  requireRecentSignIn(user)
  const wallet = await requireWallet(ctx, user.userId)
  // Reviewed by an older version, which knew no default that protects the tests.
  const isUnprotected = draft.state === 'READY' && draft.defaultProtection === null
  if (draft.state === 'DRAFT' || isUnprotected) throw hasFindings(draft.id, await findLiveProbe(ctx.db, draft.id))
  if (!accepts(draft.state, 'approve')) throw draftLocked(found)

  const live = await findLiveTransaction(ctx.db, { purpose: 'APPROVAL', draftId: draft.id })
  const continued = live && (await continueLive(ctx, live))
  if (continued)
    return { view: await offerActions(ctx, (await findDraft(ctx.db, user.userId, input.id)) ?? found), ...continued }
  const view = await renewTerms(ctx, found, wallet)
  const session = await requireProviderSession(ctx, user.userId)
  const intent = await approve(ctx, view, wallet).catch(async (error: unknown) => {
    // Of concurrent requests one opens the intent, and all answer with its challenge.
    const winner = await findLiveTransaction(ctx.db, { purpose: 'APPROVAL', draftId: draft.id })
    if (winner) return winner
    throw await explainBusyWallet(ctx, draft, error)
  })
  const challenge = intent && (await issueChallenge(ctx, intent, session))
  const after = await offerActions(ctx, (await findDraft(ctx.db, user.userId, draft.id)) ?? view)
  return challenge ? { status: 'challenge', view: after, ...challenge } : { status: 'exists', view: after }
}

/** Locks if needed and opens the intent, in one transaction; no intent when the allowance is the budget already. */
async function approve(ctx: Context, { draft, snapshot }: DraftView, wallet: WalletRow) {
  const [{ timestamp: now }, allowance, access] = await Promise.all([
    ctx.chain.latestBlock(),
    readAllowance(ctx, wallet.address),
    findAccess(ctx.db, draft.userId, { id: draft.repositoryAccessId }),
  ])
  if (draft.state === 'READY' && !access) throw hasFindings(draft.id)
  return inTransaction(ctx.db, async (tx) => {
    if (draft.state !== 'READY') await holdDraft(tx, draft)
    const locked =
      draft.state === 'READY' && access ? await lockDraft(ctx, tx, { draft, wallet, access, now }) : { draft, snapshot }
    if (!locked.snapshot) throw draftMoved(draft.id)
    assertFundingWindow(locked.snapshot, now)
    const { budget, id: snapshotId } = locked.snapshot
    if (allowance === budget) return undefined
    const subject = {
      ...({ purpose: 'APPROVAL', draftId: draft.id, snapshotId, amount: budget } as const),
      challengeExpiresAt: fundByOf(locked.snapshot),
    }
    return openIntent(ctx, tx, wallet, ctx.chain.encodeApprove(budget), subject)
  })
}

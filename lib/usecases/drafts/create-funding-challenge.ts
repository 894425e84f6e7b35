import { inTransaction } from '../../data/database.ts'
import { type DraftRow, type DraftView, findDraft, moveDraft, type SnapshotRow } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import { findLiveTransaction, type TransactionRow } from '../../data/transactions.ts'
import type { WalletRow } from '../../data/wallets.ts'
import { accepts, addMoney, approveStep, draftLocked, reviewStep } from '../../domain/draft.ts'
import { Failure } from '../../domain/failure.ts'
import { amountText } from '../../domain/money.ts'
import { at, step } from '../../domain/step.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import { requireFollowing } from '../chain/require-following.ts'
import { type Context, requireRecentSignIn } from '../context.ts'
import { requireFreshAccess } from '../repositories/require-access.ts'
import { continueLive, type LiveAnswer } from '../transactions/continue-live.ts'
import { issueChallenge } from '../transactions/issue-challenge.ts'
import { openIntent } from '../transactions/open-intent.ts'
import { readAllowance } from '../wallet/read-allowance.ts'
import { requireWallet } from '../wallet/require-wallet.ts'
import { assertFundingWindow, fundByOf } from './funding-window.ts'
import { explainBusyWallet } from './lock-draft.ts'
import { type OfferedDraft, offerActions } from './offer-actions.ts'
import { renewTerms } from './renew-terms.ts'
import { draftMoved, requireDraft } from './require-draft.ts'
import { termsOfSnapshot } from './snapshot-terms.ts'

export type FundingChallenge = { view: OfferedDraft } & LiveAnswer

/**
 * Asks the wallet to execute createJob with the frozen terms, renewed first when their time is over. Asking again after
 * the earlier challenge ended uses the same snapshot and `ref`, of which the contract accepts one; asking when the
 * earlier one was approved answers with its transaction.
 */
export async function createFundingChallenge(ctx: Context, input: { id: string }): Promise<FundingChallenge> {
  const { user, ...found } = await requireDraft(ctx, input.id)
  requireRecentSignIn(user)
  if (!accepts(found.draft.state, 'fund')) throw await notFundable(ctx, found)
  const wallet = await requireWallet(ctx, user.userId)

  const live = await findLiveTransaction(ctx.db, { purpose: 'FUNDING', draftId: input.id })
  const continued = live && (await continueLive(ctx, live))
  if (continued)
    return { view: await offerActions(ctx, (await findDraft(ctx.db, user.userId, input.id)) ?? found), ...continued }
  await requireFollowing(ctx)
  const view = await renewTerms(ctx, found, wallet)
  const { draft, snapshot } = view
  if (!snapshot) throw await notFundable(ctx, view)
  await assertStillGranted(ctx, draft)
  await assertPayable(ctx, wallet, { draft, snapshot })
  const session = await requireProviderSession(ctx, user.userId)
  const intent = await fund(ctx, view, snapshot, wallet).catch(async (error: unknown) => {
    // Of concurrent requests one opens the intent, and all answer with its challenge.
    const winner = await findLiveTransaction(ctx.db, { purpose: 'FUNDING', draftId: draft.id })
    if (winner) return winner
    throw await explainBusyWallet(ctx, draft, error)
  })
  const challenge = await issueChallenge(ctx, intent, session)
  const after = (await findDraft(ctx.db, user.userId, draft.id)) ?? view
  return { status: 'challenge', view: await offerActions(ctx, after), ...challenge }
}

async function assertStillGranted(ctx: Context, draft: DraftRow): Promise<void> {
  const { access } = await requireFreshAccess(ctx, draft.userId, draft.repositoryAccessId)
  if (access.canPush && !access.archived) return
  throw new Failure(
    'repository_permission',
    `Funding a job needs push permission on ${access.fullName}, and the repository must not be archived.`,
    {
      nextActions: [reviewStep(draft.id, 'Review the draft again to see what is missing.')],
    },
  )
}

/** A larger allowance is refused as well: what is left of it would stay with the escrow, and pages say “exactly”. */
async function assertPayable(
  ctx: Context,
  wallet: WalletRow,
  { draft, snapshot }: { draft: DraftRow; snapshot: SnapshotRow },
): Promise<void> {
  const [{ timestamp }, allowance, balance] = await Promise.all([
    ctx.chain.latestBlock(),
    readAllowance(ctx, wallet.address),
    ctx.chain.balance(wallet.address),
  ])
  assertFundingWindow(snapshot, timestamp)
  const budget = amountText(snapshot.budget)
  if (allowance !== snapshot.budget) {
    throw new Failure(
      'allowance_missing',
      `The escrow may take ${amountText(allowance)} from the wallet, but the job needs exactly ${budget}.`,
      {
        nextActions: [
          accepts(draft.state, 'approve')
            ? approveStep(draft.id, 'Approve the exact amount.')
            : step('client', 'wait', 'Wait until this funding expires, then approve again.', at('getDraft', draft)),
        ],
      },
    )
  }
  if (balance.units < snapshot.budget) {
    throw new Failure(
      'balance_insufficient',
      `The wallet holds ${amountText(balance.units)}, but the job needs ${budget}.`,
      {
        nextActions: [addMoney],
      },
    )
  }
}

async function fund(
  ctx: Context,
  { draft }: DraftView,
  snapshot: SnapshotRow,
  wallet: WalletRow,
): Promise<TransactionRow> {
  const call = ctx.chain.encodeCreateJob(termsOfSnapshot(snapshot))
  return inTransaction(ctx.db, async (tx) => {
    const funding = await moveDraft(tx, draft, 'fund')
    if (!funding) throw draftMoved(draft.id)
    await recordEvent(tx, {
      actor: ctx.actor,
      subject: { type: 'draft', id: draft.id },
      userId: draft.userId,
      name: 'draft.funding',
      from: draft.state,
      to: funding.state,
      evidence: { ref: snapshot.ref },
    })
    const subject = {
      ...({ purpose: 'FUNDING', draftId: draft.id, snapshotId: snapshot.id, amount: snapshot.budget } as const),
      challengeExpiresAt: fundByOf(snapshot),
    }
    return openIntent(ctx, tx, wallet, call, subject)
  })
}

/** With what the draft does accept now, such as a review or the approval. */
async function notFundable(ctx: Context, view: DraftView): Promise<Failure> {
  if (view.draft.state === 'FUNDED') return draftLocked(view)
  const { nextActions } = await offerActions(ctx, view)
  return new Failure('allowance_missing', 'The draft is not locked for funding yet.', { nextActions })
}

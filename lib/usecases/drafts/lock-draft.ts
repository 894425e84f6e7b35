import { isUniqueViolation, type Transaction } from '../../data/database.ts'
import { type DraftRow, findDraftUnderPayment, insertSnapshot, moveDraft, type SnapshotRow } from '../../data/drafts.ts'
import { recordEvent } from '../../data/events.ts'
import type { AccessRow } from '../../data/repositories.ts'
import { findLiveTransactionOfDraft } from '../../data/transactions.ts'
import type { WalletRow } from '../../data/wallets.ts'
import { draftTerms, policyDocument, taskDocument } from '../../domain/document.ts'
import { Failure } from '../../domain/failure.ts'
import { budgetOf } from '../../domain/money.ts'
import { at, step } from '../../domain/step.ts'
import { randomHash } from '../auth/secrets.ts'
import type { Context } from '../context.ts'
import { draftMoved } from './require-draft.ts'

/** `now` is the chain's time in seconds. */
export type LockInput = { draft: DraftRow; wallet: WalletRow; access: AccessRow; now: bigint }

/** READY to LOCKED: freezes documents, commitments and terms into a snapshot that is never changed. */
export async function lockDraft(
  ctx: Context,
  tx: Transaction,
  input: LockInput,
): Promise<{ draft: DraftRow; snapshot: SnapshotRow }> {
  const { draft, wallet } = input
  const snapshot = await insertSnapshot(tx, buildSnapshot(ctx, input))
  const locked = await moveDraft(tx, draft, 'lock', { snapshotId: snapshot.id })
  if (!locked) throw draftMoved(draft.id)
  await recordEvent(tx, {
    actor: ctx.actor,
    subject: { type: 'draft', id: draft.id },
    userId: wallet.userId,
    name: 'draft.locked',
    from: draft.state,
    to: locked.state,
    evidence: {
      ref: snapshot.ref,
      task_commitment: snapshot.taskCommitment,
      policy_commitment: snapshot.policyCommitment,
    },
  })
  return { draft: locked, snapshot }
}

function buildSnapshot(ctx: Context, { draft, wallet, access, now }: LockInput) {
  if (!draft.baseCommit) throw draftMoved(draft.id)
  const repository = { id: access.repositoryId, full_name: access.fullName, private: access.private }
  const task = taskDocument({
    salt: randomHash(),
    repository,
    issue: draft.issue,
    baseCommit: draft.baseCommit,
    content: draft,
  })
  const policy = policyDocument({
    salt: randomHash(),
    chainId: ctx.chain.chainId,
    escrow: ctx.chain.escrow,
    content: draft,
  })
  const terms = draftTerms({
    ref: randomHash(),
    taskCommitment: ctx.chain.commit(task),
    policyCommitment: ctx.chain.commit(policy),
    now,
    fundBy: now + BigInt(ctx.settings.fundBySeconds),
    content: draft,
  })
  return {
    draftId: draft.id,
    userId: draft.userId,
    clientAddress: wallet.address,
    taskDocument: task,
    policyDocument: policy,
    sealedFiles: draft.sealedFiles,
    sharesFailedAttempts: draft.sharesFailedAttempts,
    budget: budgetOf(draft),
    ...terms,
  }
}

/** Turns the constraint that one payment per wallet runs at a time into a refusal that names the other draft. */
export async function explainBusyWallet(
  ctx: Context,
  draft: Pick<DraftRow, 'id' | 'userId'>,
  error: unknown,
): Promise<unknown> {
  const isBusy =
    isUniqueViolation(error, 'drafts_one_payment_under_way') ||
    isUniqueViolation(error, 'transactions_one_live_payment_per_wallet') ||
    isUniqueViolation(error, 'transactions_one_live_per_draft')
  if (!isBusy) return error
  const other = await findDraftUnderPayment(ctx.db, draft.userId)
  if (other?.id === draft.id) return draftMoved(draft.id)
  const open = other ? at('getDraft', other) : at('listDrafts')
  const isUnlockable = other?.state === 'LOCKED' && !(await findLiveTransactionOfDraft(ctx.db, other.id))
  return new Failure(
    'wallet_busy',
    `The wallet is paying for ${other ? `“${other.title}”` : 'another draft'}; one payment runs at a time.`,
    {
      nextActions: [
        step('client', 'open_other_draft', 'Finish that payment.', open),
        ...(isUnlockable
          ? [step('client', 'unlock_other_draft', 'Or review that draft again to unlock it.', at('reviewDraft', other))]
          : []),
      ],
    },
  )
}

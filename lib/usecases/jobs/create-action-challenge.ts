import { inTransaction, isUniqueViolation } from '../../data/database.ts'
import { findJob, type JobRow } from '../../data/jobs.ts'
import { findLiveTransaction, type TransactionRow } from '../../data/transactions.ts'
import { timeOf } from '../../domain/chain-time.ts'
import { followStep } from '../../domain/draft.ts'
import { Failure } from '../../domain/failure.ts'
import type { JobState } from '../../domain/job.ts'
import type { ClientJobAction } from '../../domain/job-action.ts'
import { silenceShareOf } from '../../domain/money.ts'
import { at, step } from '../../domain/step.ts'
import { isLive } from '../../domain/transaction.ts'
import type { ContractAction } from '../../ports/chain.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import { type Context, requireCapability, requireRecentSignIn } from '../context.ts'
import { continueLive, type LiveAnswer } from '../transactions/continue-live.ts'
import { issueChallenge } from '../transactions/issue-challenge.ts'
import { openIntent } from '../transactions/open-intent.ts'
import { reconcileTransaction } from '../transactions/reconcile-transaction.ts'
import { requireWallet } from '../wallet/require-wallet.ts'
import { boundOf, isClientAction, pendingActions } from './pending-actions.ts'

export type ActionChallenge = { action: ClientJobAction } & LiveAnswer

const purposes = { cancel: 'JOB_CANCEL', refund: 'JOB_REFUND' } as const

/**
 * The challenge for the one client action that the contract allows now, as read from the contract now; or its
 * transaction, once it was approved.
 */
export async function createActionChallenge(
  ctx: Context,
  input: { id: bigint; action: ClientJobAction | null },
): Promise<ActionChallenge> {
  const user = requireCapability(ctx, 'client')
  const view = await findJob(ctx.db, user.userId, input.id)
  if (!view) throw new Failure('not_found', 'There is no such job.')
  requireRecentSignIn(user)
  const live = await findLiveAction(ctx, input.id)
  if (live) await refuseOther(ctx, input, live)
  const continued = live && (await continueLive(ctx, live))
  if (continued) {
    const action = live.purpose === 'JOB_CANCEL' ? 'cancel' : 'refund'
    return { action, ...continued }
  }

  const [actions, onChain] = await Promise.all([
    ctx.chain.actions(input.id, view.job.lastEventBlock),
    ctx.chain.newestJob(input.id, view.job.lastEventBlock),
  ])
  const action = chooseAction(input, actions)
  if (!action) throw notAllowed(input, actions, onChain?.state ?? view.job.state)
  const session = await requireProviderSession(ctx, user.userId)
  const kind = action === 'cancel' ? 'CANCEL' : 'CLAIM_REFUND'
  const closesAt = boundOf(actions.find((one) => one.kind === kind)?.closesAt ?? 0n)
  const share = onChain?.state === 'SUBMITTED' && view.snapshot ? silenceShareOf(view.snapshot) : 0n
  const intent = await openAction(ctx, view.job, { action, amount: view.job.held - share, closesAt })
  // Of two actions that are asked for at once one is opened; the other one is refused, or follows it.
  if (intent.purpose !== purposes[action]) return createActionChallenge(ctx, input)
  return { status: 'challenge', action, ...(await issueChallenge(ctx, intent, session)) }
}

/** A job has one action under way: naming another one does not silently continue the first. */
async function refuseOther(
  ctx: Context,
  { action }: { action: ClientJobAction | null },
  live: TransactionRow,
): Promise<void> {
  if (!action || purposes[action] === live.purpose) return
  const row = await reconcileTransaction(ctx, live.id)
  if (!isLive(row.state)) return
  const what = live.purpose === 'JOB_CANCEL' ? 'cancellation' : 'refund'
  throw new Failure(
    'state_conflict',
    `A ${what} of this job is in progress. Wait until it ends, then start the ${action}.`,
    {
      nextActions: [followStep(live.id, 'Follow it to its end.')],
    },
  )
}

async function findLiveAction(ctx: Context, onchainJobId: bigint): Promise<TransactionRow | undefined> {
  return (
    (await findLiveTransaction(ctx.db, { purpose: 'JOB_CANCEL', onchainJobId })) ??
    (await findLiveTransaction(ctx.db, { purpose: 'JOB_REFUND', onchainJobId }))
  )
}

function chooseAction(
  input: { action: ClientJobAction | null },
  actions: readonly ContractAction[],
): ClientJobAction | undefined {
  const allowed = actions.filter(isClientAction).map((action) => (action.kind === 'CANCEL' ? 'cancel' : 'refund'))
  return input.action ? allowed.find((action) => action === input.action) : allowed[0]
}

function notAllowed(
  input: { id: bigint; action: ClientJobAction | null },
  actions: readonly ContractAction[],
  state: JobState,
): Failure {
  const refund = actions.find((action) => action.kind === 'CLAIM_REFUND')
  const later = refund && !refund.open ? ` A refund opens at ${timeOf(refund.opensAt)}.` : ''
  const why = {
    cancel: `Only an OPEN job can be cancelled; this one is ${state}.${later}`,
    refund: later ? `It is too early.${later}` : `A job that is ${state} has nothing to return.`,
    any: `The job is ${state}, and there is nothing the client can do with it now.${later}`,
  }
  return new Failure('action_not_allowed', why[input.action ?? 'any'], {
    nextActions: [
      ...pendingActions(input.id, actions),
      step('client', 'open_job', 'Open the job to see what happens next.', at('getJob', { onchain_job_id: input.id })),
    ],
  })
}

/** `amount` returns to the client. `closesAt` is the last second in which the contract accepts the action; null for no end. */
async function openAction(
  ctx: Context,
  job: JobRow,
  { action, amount, closesAt }: { action: ClientJobAction; amount: bigint; closesAt: bigint | null },
): Promise<TransactionRow> {
  const wallet = await requireWallet(ctx, job.userId)
  const id = job.onchainJobId
  const call = action === 'cancel' ? ctx.chain.encodeCancel(id) : ctx.chain.encodeRefund(id)
  const challengeExpiresAt = closesAt === null ? null : new Date(Number(closesAt) * 1_000)
  const subject = {
    purpose: purposes[action],
    draftId: job.draftId,
    onchainJobId: id,
    amount,
    challengeExpiresAt,
  }
  try {
    return await inTransaction(ctx.db, (tx) => openIntent(ctx, tx, wallet, call, subject))
  } catch (error) {
    const winner = isUniqueViolation(error) ? await findLiveAction(ctx, id) : undefined
    if (winner) return winner
    throw error
  }
}

import { inTransaction, isUniqueViolation } from '#lib/data/database.ts'
import { findJob, type JobRow } from '#lib/data/jobs.ts'
import { findLiveTransaction, type TransactionRow } from '#lib/data/transactions.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { ContractAction } from '#lib/ports/chain.ts'
import { requireProviderSession } from '../auth/provider-session.ts'
import { type Context, requireCapability } from '../context.ts'
import { continueLive } from '../transactions/continue-live.ts'
import { type IssuedChallenge, issueChallenge } from '../transactions/issue-challenge.ts'
import { openIntent } from '../transactions/open-intent.ts'
import { requireWallet } from '../wallet/require-wallet.ts'
import { isClientAction, pendingActions } from './pending-actions.ts'

export type ClientJobAction = 'cancel' | 'refund'
export type ActionChallenge = { status: 'challenge'; action: ClientJobAction } & IssuedChallenge

const purposes = { cancel: 'JOB_CANCEL', refund: 'JOB_REFUND' } as const

/** The challenge for the one client action that the contract allows now, as read from the contract now. */
export async function createActionChallenge(
  ctx: Context,
  input: { id: bigint; action: ClientJobAction | null },
): Promise<ActionChallenge> {
  const user = requireCapability(ctx, 'client')
  const view = await findJob(ctx.db, user.userId, input.id)
  if (!view) throw new Failure('not_found', 'There is no such job.')
  const live = await findLiveAction(ctx, input.id)
  if (live)
    return {
      status: 'challenge',
      action: live.purpose === 'JOB_CANCEL' ? 'cancel' : 'refund',
      ...(await continueLive(ctx, live)),
    }

  const actions = await ctx.chain.actions(input.id)
  const action = chooseAction(input, actions)
  const session = await requireProviderSession(ctx, user.userId)
  const intent = await openAction(ctx, view.job, action)
  return { status: 'challenge', action, ...(await issueChallenge(ctx, intent, session)) }
}

async function findLiveAction(ctx: Context, onchainJobId: bigint): Promise<TransactionRow | undefined> {
  return (
    (await findLiveTransaction(ctx.db, { purpose: 'JOB_CANCEL', onchainJobId })) ??
    (await findLiveTransaction(ctx.db, { purpose: 'JOB_REFUND', onchainJobId }))
  )
}

function chooseAction(
  input: { id: bigint; action: ClientJobAction | null },
  actions: readonly ContractAction[],
): ClientJobAction {
  const allowed = actions.filter(isClientAction).map((action) => (action.kind === 'CANCEL' ? 'cancel' : 'refund'))
  const chosen = input.action ? allowed.find((action) => action === input.action) : allowed[0]
  if (chosen) return chosen
  const wanted = input.action ? `does not allow to ${input.action}` : 'allows the client nothing'
  throw new Failure('action_not_allowed', `The contract ${wanted} now.`, {
    nextActions: pendingActions(input.id, actions),
  })
}

async function openAction(ctx: Context, job: JobRow, action: ClientJobAction): Promise<TransactionRow> {
  const wallet = await requireWallet(ctx, job.userId)
  const id = job.onchainJobId
  const call = action === 'cancel' ? ctx.chain.encodeCancel(id) : ctx.chain.encodeRefund(id)
  const subject = { purpose: purposes[action], draftId: job.draftId, onchainJobId: id, amount: job.held }
  try {
    return await inTransaction(ctx.db, (tx) => openIntent(ctx, tx, wallet, call, subject))
  } catch (error) {
    const winner = isUniqueViolation(error) ? await findLiveAction(ctx, id) : undefined
    if (winner) return winner
    throw error
  }
}

import { transaction } from '../../api/transactions.ts'
import type { TransactionRow, TransactionView } from '../../data/transactions.ts'
import { toMoney } from '../../domain/money.ts'
import { at, type Step, step } from '../../domain/step.ts'
import {
  awaitedBy,
  type ClientPurpose,
  endOfWait,
  isLive,
  type LiveTransactionState,
  patienceOf,
} from '../../domain/transaction.ts'
import { requireProviderSession } from '../../usecases/auth/provider-session.ts'
import { type Context, requireRecentSignIn, requireUser } from '../../usecases/context.ts'
import type { LiveAnswer } from '../../usecases/transactions/continue-live.ts'
import type { IssuedChallenge } from '../../usecases/transactions/issue-challenge.ts'
import { toWire } from '../to-wire.ts'

export function toTransactionReply(row: TransactionView) {
  return toWire(transaction, {
    ...row,
    purpose: row.purpose as ClientPurpose,
    onchainJobId: row.onchainJobId ?? row.fundedJobId,
    correlation: { ...row, providerChallengeId: row.challengeId },
    awaiting: isLive(row.state) ? awaitingOf(row, row.state) : null,
    failure: row.failureCode ? { code: row.failureCode, detail: row.failureDetail ?? '' } : null,
    nextActions: nextActions(row),
  })
}

function awaitingOf(row: TransactionView, state: LiveTransactionState) {
  const nextLook = (row.lookedAt ?? row.createdAt).getTime() + patienceOf(state) * 1_000
  return {
    ...awaitedBy(state, row),
    until: endOfWait(row) ?? null,
    nextLookAt: new Date(Math.max(nextLook, Date.now())),
  }
}

function nextActions(row: TransactionView): Step[] {
  const look = at('resolveTransaction', { transaction_id: row.id })
  if (row.state === 'CHALLENGE_ISSUED') {
    const until = endOfWait(row)?.toISOString() ?? null
    return [{ ...step('client', 'report_challenge', 'Approve in the wallet, then report it.', look), until }]
  }
  if (row.state === 'CONFIRMED') return []
  if (!isLive(row.state)) return afterEnd(row)
  const again = step('client', 'look_again', 'Check again now.', look)
  const isStuck = row.providerState === 'STUCK' && (row.state === 'SUBMITTED' || row.state === 'BROADCAST')
  return isStuck ? [step('client', 'speed_up', 'Speed the transaction up in the wallet.'), again] : [again]
}

/** What shows how things stand after a transaction that did not succeed. */
function afterEnd({ onchainJobId, draftId }: TransactionRow): Step[] {
  if (onchainJobId !== null)
    return [step('client', 'open_job', 'Open the job.', at('getJob', { onchain_job_id: onchainJobId }))]
  if (draftId) return [step('client', 'open_draft', 'Open the draft.', at('getDraft', { id: draftId }))]
  return []
}

/** The challenge that the browser executes, with the provider's session for this one execution; or what it became. */
export function toChallengeReply(answer: LiveAnswer) {
  return answer.status === 'underway'
    ? { status: answer.status, transaction: toTransactionReply(answer.transaction) }
    : { status: answer.status, ...toIssuedReply(answer) }
}

function toIssuedReply(issued: IssuedChallenge) {
  const { transaction } = issued
  if (!transaction.expectedContract || !transaction.expectedCalldataHash)
    throw new Error('a contract call has a contract and calldata')
  return {
    challenge_id: issued.challengeId,
    transaction_id: transaction.id,
    wallet_session: toWalletSessionReply(issued),
    expires_at: transaction.challengeExpiresAt?.toISOString() ?? null,
    call: {
      contract: transaction.expectedContract,
      action: transaction.expectedAction,
      amount: transaction.amount === null ? null : toMoney(transaction.amount),
      calldata_hash: transaction.expectedCalldataHash,
    },
  }
}

/**
 * A stored challenge with the provider's session of now, which no stored answer holds; refused to an old sign-in, like
 * the challenge itself.
 */
export async function withWalletSession<Reply extends object>(ctx: Context, stored: Reply): Promise<Reply> {
  if (!('wallet_session' in stored)) return stored
  const user = requireUser(ctx)
  requireRecentSignIn(user)
  const session = await requireProviderSession(ctx, user.userId)
  return { ...stored, wallet_session: toWalletSessionReply({ session }) }
}

export function toWalletSessionReply({ session }: Pick<IssuedChallenge, 'session'>) {
  return { user_token: session.userToken, encryption_key: session.encryptionKey }
}

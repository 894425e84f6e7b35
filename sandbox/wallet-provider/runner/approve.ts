import { randomUUID } from 'node:crypto'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { later, type Provider } from '../provider.ts'
import { type Challenge, type ChallengeStatus, findChallenge } from '../store/challenges.ts'
import { inTransaction } from '../store/database.ts'
import type { Session } from '../store/sessions.ts'
import { findTransaction } from '../store/transactions.ts'
import { markInitialized } from '../store/users.ts'
import { insertWallet, readWalletSet } from '../store/wallets.ts'
import { messageOf, WireError } from '../wire/errors.ts'
import { operate } from './operate.ts'
import type { OperationPlan, TransactionPlan, WalletPlan } from './plans.ts'
import { changeChallenge } from './settle-challenges.ts'
import { startTransaction } from './start-transaction.ts'

export type Approval = { type: Challenge['type']; status: ChallengeStatus }

/**
 * Carries out what the person said yes to. A challenge that was approved before answers as it stands, so that a lost
 * answer can be asked for again.
 */
export async function approveChallenge(provider: Provider, session: Session, id: string): Promise<Approval> {
  const challenge = requireApprovable(provider, session, id)
  if (challenge.status === 'PENDING') {
    if (challenge.type === 'INITIALIZE' || challenge.type === 'CREATE_WALLET') await createWallet(provider, challenge)
    else if (challenge.type === 'CONTRACT_EXECUTION' || challenge.type === 'CREATE_TRANSACTION')
      execute(provider, challenge)
    else operateOn(provider, challenge)
    provider.wake()
  }
  const { type, status } = requireChallenge(provider, session, id)
  return { type, status }
}

/** A challenge of this session's user that is waiting for its answer, or has been approved. */
export function requireApprovable(provider: Provider, session: Session, id: string): Challenge {
  const challenge = requireChallenge(provider, session, id)
  const isOver = challenge.status === 'PENDING' && challenge.expires_at <= provider.now().getTime()
  if (challenge.status === 'EXPIRED' || isOver) throw new WireError(155121)
  if (challenge.status === 'FAILED') throw new WireError(155122)
  return challenge
}

function requireChallenge(provider: Provider, session: Session, id: string): Challenge {
  const challenge = findChallenge(provider.db, session.user_id, id)
  if (!challenge) throw new WireError(155116)
  return challenge
}

async function createWallet(provider: Provider, challenge: Challenge): Promise<void> {
  const plan: WalletPlan = JSON.parse(challenge.payload_json)
  const ownerKey = generatePrivateKey()
  const owner = privateKeyToAddress(ownerKey)
  const address = plan.accountType === 'SCA' ? await provider.chain.accountAddress(owner) : owner
  inTransaction(provider.db, () => {
    const isFirst = challenge.type === 'CREATE_WALLET' || markInitialized(provider.db, challenge.user_id)
    if (!isFirst) {
      const error = { code: 155106, message: messageOf(155106) }
      changeChallenge(provider, challenge, { status: 'FAILED', error })
      return
    }
    const id = randomUUID()
    if (!changeChallenge(provider, challenge, { status: 'COMPLETE', correlationId: id })) return
    const set = readWalletSet(provider.db, challenge.user_id)
    const now = provider.now().getTime()
    insertWallet(provider.db, {
      id,
      user_id: challenge.user_id,
      wallet_set_id: set.id ?? randomUUID(),
      account_type: plan.accountType,
      address: address.toLowerCase(),
      address_index: set.count,
      owner_key: ownerKey,
      blockchain: provider.blockchain,
      name: plan.name,
      ref_id: plan.refId,
      created_at: now,
      updated_at: now,
    })
  })
}

function execute(provider: Provider, challenge: Challenge): void {
  const plan: TransactionPlan = JSON.parse(challenge.payload_json)
  inTransaction(provider.db, () => {
    const id = startTransaction(provider, challenge.user_id, plan)
    const settlesAt = later(provider, provider.faults.show().correlationLagMs ?? provider.timing.correlationLag)
    // Another approval of the same challenge cannot come between: nothing above waits.
    changeChallenge(provider, challenge, { status: 'IN_PROGRESS', correlationId: id, settlesAt })
  })
}

function operateOn(provider: Provider, challenge: Challenge): void {
  const plan: OperationPlan = JSON.parse(challenge.payload_json)
  const transaction = findTransaction(provider.db, challenge.user_id, plan.transactionId)
  const operation = challenge.type === 'CANCEL_TRANSACTION' ? 'cancel' : 'accelerate'
  const done = transaction !== undefined && operate(provider, transaction, operation)
  const correlationId = plan.transactionId
  if (done) changeChallenge(provider, challenge, { status: 'COMPLETE', correlationId })
  else changeChallenge(provider, challenge, { status: 'FAILED', error: { code: 155229, message: messageOf(155229) } })
}

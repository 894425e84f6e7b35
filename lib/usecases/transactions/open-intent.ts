import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { insertTransaction, type NewTransaction, type TransactionRow } from '../../data/transactions.ts'
import type { WalletRow } from '../../data/wallets.ts'
import type { EncodedCall } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

type Subject = Pick<
  NewTransaction,
  'purpose' | 'draftId' | 'snapshotId' | 'onchainJobId' | 'amount' | 'challengeExpiresAt'
>

/** Commits to asking the wallet for one call, before anything is sent: the row carries the key and the exact call. */
export function openIntent(
  ctx: Context,
  tx: Transaction,
  wallet: WalletRow,
  call: EncodedCall,
  subject: Subject,
): Promise<TransactionRow> {
  return insertIntent(ctx, tx, {
    ...subject,
    userId: wallet.userId,
    walletId: wallet.id,
    chainId: ctx.chain.chainId,
    expectedContract: call.contract,
    expectedAction: call.action,
    expectedCalldata: call.calldata,
    expectedCalldataHash: call.calldataHash,
  })
}

/** The intent and its event. */
export async function insertIntent(ctx: Context, tx: Transaction, row: NewTransaction): Promise<TransactionRow> {
  const intent = await insertTransaction(tx, row)
  const { id, userId, purpose, state, expectedCalldataHash } = intent
  await recordEvent(tx, {
    actor: ctx.actor,
    subject: { type: 'transaction', id },
    userId,
    name: 'transaction.intended',
    to: state,
    evidence: { purpose, ...(expectedCalldataHash && { calldata_hash: expectedCalldataHash }) },
  })
  return intent
}

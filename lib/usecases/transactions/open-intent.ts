import type { Transaction } from '#lib/data/database.ts'
import { recordEvent } from '#lib/data/events.ts'
import { insertTransaction, type NewTransaction, type TransactionRow } from '#lib/data/transactions.ts'
import type { WalletRow } from '#lib/data/wallets.ts'
import type { EncodedCall } from '#lib/ports/chain.ts'
import type { Context } from '../context.ts'

type Subject = Pick<NewTransaction, 'purpose' | 'draftId' | 'snapshotId' | 'onchainJobId' | 'amount'>

/** Commits to asking the wallet for one call, before anything is sent: the row carries the key and the exact call. */
export async function openIntent(
  ctx: Context,
  tx: Transaction,
  wallet: WalletRow,
  call: EncodedCall,
  subject: Subject,
): Promise<TransactionRow> {
  const intent = await insertTransaction(tx, {
    ...subject,
    userId: wallet.userId,
    walletId: wallet.id,
    chainId: ctx.chain.chainId,
    expectedContract: call.contract,
    expectedAction: call.action,
    expectedCalldata: call.calldata,
    expectedCalldataHash: call.calldataHash,
  })
  await recordEvent(tx, {
    actor: ctx.actor,
    subject: { type: 'transaction', id: intent.id },
    userId: intent.userId,
    name: 'transaction.intended',
    to: intent.state,
    evidence: { purpose: intent.purpose, calldata_hash: call.calldataHash },
  })
  return intent
}

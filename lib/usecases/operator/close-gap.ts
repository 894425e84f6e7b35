import { listBetween, type OperatorTransactionRow } from '../../data/operator-transactions.ts'
import type { Address } from '../../ports/chain.ts'
import type { Operator } from '../../ports/operator.ts'
import type { WorkerContext } from '../context.ts'
import { findReceipt } from './record-mined.ts'
import { displace, waitFor } from './send-transaction.ts'

/**
 * Looks for what keeps a transaction from being mined while the account's next nonce is a lower one. Where nothing was
 * signed for the nonces between, a node reported this one wrongly and nothing will ever fill the gap: it is given up. Where
 * what was final there is nowhere on chain, as after a rewrite beyond finality, the same bytes are sent again. Whether
 * either was done.
 */
export async function closeGap(
  ctx: WorkerContext,
  operator: Operator,
  row: OperatorTransactionRow,
  { signer, next }: { signer: Address; next: number },
): Promise<'given_up' | 'sent' | 'nothing'> {
  const before = await listBetween(ctx.db, row.operator, { signer, from: next, below: row.nonce })
  const [first] = before
  if (!first) {
    await displace(ctx, row)
    return 'given_up'
  }
  if (first.state !== 'CONFIRMED' || (await findReceipt(operator, first, 'fresh'))) return 'nothing'
  for (const { state, signed, transactionHash } of before) {
    const bytes = signed.find((version) => version.transactionHash === transactionHash)
    if (state === 'CONFIRMED' && bytes) await operator.broadcast(bytes)
  }
  await waitFor(ctx, row, 'mining')
  return 'sent'
}

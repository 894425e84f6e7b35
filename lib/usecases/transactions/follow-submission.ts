import type { TransactionRow } from '../../data/transactions.ts'
import type { ProviderTransaction } from '../../ports/wallets.ts'
import { withProviderSession } from '../auth/provider-session.ts'
import type { Context } from '../context.ts'
import { moveAndRecord, note } from './move.ts'
import { recordFailure } from './record-failure.ts'
import { vanished } from './vanished.ts'

const endings: Record<string, 'FAILED' | 'CANCELLED'> = { FAILED: 'FAILED', DENIED: 'FAILED', CANCELLED: 'CANCELLED' }

/**
 * Follows the provider until it names a hash. The provider may end a transaction that has none; one that has a hash is
 * judged by the chain alone.
 */
export async function followSubmission(ctx: Context, row: TransactionRow): Promise<TransactionRow | undefined> {
  const found = await readSubmission(ctx, row)
  if (!found) return undefined
  const facts = {
    providerState: found.state,
    ...(found.userOperationHash && { userOperationHash: found.userOperationHash }),
  }
  if (found.transactionHash)
    return moveAndRecord(ctx, row, 'BROADCAST', { ...facts, transactionHash: found.transactionHash })
  const ending = endings[found.state]
  if (ending === 'FAILED') return recordFailure(ctx, row, { ...facts, ...reasonOf(found) })
  if (ending) return moveAndRecord(ctx, row, ending, { ...facts, ...reasonOf(found) })
  return found.state === row.providerState ? undefined : note(ctx, row, facts)
}

function reasonOf(found: ProviderTransaction): { failureCode: string; failureDetail: string } {
  return {
    failureCode: `provider_${found.state.toLowerCase()}`,
    failureDetail: found.errorReason ?? `The wallet provider ended the transaction as ${found.state}.`,
  }
}

/**
 * The transaction as the provider shows it now; its hash changes when it is replaced. Throws when the provider does not
 * know what it once named.
 */
export async function readSubmission(ctx: Context, row: TransactionRow): Promise<ProviderTransaction | undefined> {
  const { providerTransactionId: id } = row
  if (!id) return undefined
  const found = await withProviderSession(ctx, row.userId, ({ userToken }) => ctx.wallets.transaction(userToken, id))
  if (!found) throw vanished('transaction')
  return found
}

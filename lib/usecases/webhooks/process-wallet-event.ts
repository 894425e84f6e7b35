import { findTransaction, findTransactionByProvider } from '../../data/transactions.ts'
import { isStorable } from '../../domain/storable.ts'
import type { Context } from '../context.ts'
import { reconcileTransaction } from '../transactions/reconcile-transaction.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Reconciles the transaction that the event is about; events about anything else have no effect. */
export async function processWalletEvent(ctx: Context, body: Record<string, unknown>): Promise<void> {
  const notification = (body.notification ?? {}) as Record<string, unknown>
  const id = typeof notification.id === 'string' ? notification.id : ''
  if (!isStorable(id)) return
  const referenceId = typeof notification.refId === 'string' && uuid.test(notification.refId) ? notification.refId : ''
  const row = String(body.notificationType).startsWith('challenges.')
    ? await findTransactionByProvider(ctx.db, { challengeId: id })
    : ((await findTransactionByProvider(ctx.db, { providerTransactionId: id })) ??
      (referenceId ? await findTransaction(ctx.db, referenceId) : undefined))
  if (row) await reconcileTransaction(ctx, row.id)
}

import { listDoubtfulWithdrawals } from '#lib/data/withdrawals.ts'
import { formatAmount } from '#lib/domain/money.ts'
import type { Context } from '#lib/usecases/context.ts'
import { resolveWithdrawal } from '#lib/usecases/withdrawals/resolve-withdrawal.ts'
import { toTable } from '../table.ts'
import { requireUuid } from './require-uuid.ts'

const shownMax = 500
const titles = ['id', 'amount', 'destination', 'created', 'provider transaction', 'provider state', 'hash', 'reason']

/** Every withdrawal in doubt as one line of a table, with what to ask the provider about. */
export async function withdrawalTable({ db }: Pick<Context, 'db'>): Promise<string> {
  const rows = await listDoubtfulWithdrawals(db, shownMax)
  if (rows.length === 0) return 'No withdrawal is in doubt.'
  return toTable(
    titles,
    rows.map((row) => [
      row.id,
      formatAmount(row.amount),
      row.destination,
      row.createdAt.toISOString(),
      row.providerTransactionId ?? '',
      row.providerState ?? '',
      row.transactionHash ?? '',
      row.failureCode ?? '',
    ]),
  )
}

/** `outcome` is a transaction's hash, or `failed`; throws unless the chain bears it out. */
export async function resolve(ctx: Context, id: string, outcome: string, because: string): Promise<string> {
  const isHash = /^0x[0-9a-f]{64}$/.test(outcome)
  if (!isHash && outcome !== 'failed') throw new Error(`${outcome} is neither the hash of a transaction nor "failed"`)
  requireUuid(id, 'a withdrawal')
  const transactionHash = isHash ? (outcome as `0x${string}`) : null
  return `${id} is ${await resolveWithdrawal(ctx, { id, transactionHash, because })}.`
}

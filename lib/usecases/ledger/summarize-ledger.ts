import { type MovementSums, sumMovements } from '../../data/ledger-movements.ts'
import { countUnmovedTransactions } from '../../data/ledger-transactions.ts'
import { listMarksOf, type TransferMark } from '../../data/token-transfers.ts'
import type { LedgerGroup } from '../../domain/ledger.ts'
import type { Address } from '../../ports/chain.ts'
import { type Context, requireCapability } from '../context.ts'
import { findAccount } from './find-account.ts'

export type LedgerSummary = {
  wallet: Address | null
  /** What the wallet held before and after the transfers on record; null while they are not read. */
  record: (TransferMark & { isCurrent: boolean }) | null
  sums: MovementSums
  counts: Record<LedgerGroup | 'all', number>
}

const nothing: MovementSums = { in: { count: 0, total: 0n }, out: { count: 0, total: 0n } }

/** What the client's ledger adds up to, from which balance to which, and how many rows each group has. */
export async function summarizeLedger(ctx: Context): Promise<LedgerSummary> {
  const { userId } = requireCapability(ctx, 'client')
  const account = await findAccount(ctx, userId)
  const { wallet } = account
  const [counts, sums, marks] = await Promise.all([
    countUnmovedTransactions(ctx.db, account),
    wallet ? sumMovements(ctx.db, wallet) : nothing,
    wallet ? listMarksOf(ctx.db, [wallet, ctx.chain.escrow]) : [],
  ])
  const mark = marks.find(({ address }) => address === wallet)
  return {
    wallet,
    record: mark ? { ...mark, isCurrent: marks.every(({ throughBlock }) => throughBlock <= mark.throughBlock) } : null,
    sums,
    counts: {
      all: counts.all + sums.in.count + sums.out.count,
      in: sums.in.count,
      out: sums.out.count,
      attention: counts.attention,
    },
  }
}

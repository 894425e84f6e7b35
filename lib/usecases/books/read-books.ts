import { findNewestSeal, type NewestSeal } from '../../data/audit-export.ts'
import { type BooksRow, type DayRow, findBooks, listDays } from '../../data/escrow-books.ts'
import { type MarketFigures, measureMarket } from '../../data/market.ts'
import { measurePayments } from '../../data/verifier-numbers.ts'
import type { PaymentTimes } from '../../domain/verifier-figures.ts'
import type { Context } from '../context.ts'

export type Books = {
  /** Undefined until they were closed once. */
  closed: BooksRow | undefined
  /** The newest first; days without events are left out. */
  days: DayRow[]
  payments: PaymentTimes
  market: MarketFigures
  /** Undefined until the first event was sealed. */
  newestSeal: NewestSeal | undefined
}

const shownDays = 90

/** What the escrow took, paid and holds, from events and from the token's own word. */
export async function readBooks(ctx: Context): Promise<Books> {
  const [closed, days, payments, market, newestSeal] = await Promise.all([
    findBooks(ctx.db),
    listDays(ctx.db, shownDays),
    measurePayments(ctx.db),
    measureMarket(ctx.db),
    findNewestSeal(ctx.db),
  ])
  return { closed, days, payments, market, newestSeal }
}

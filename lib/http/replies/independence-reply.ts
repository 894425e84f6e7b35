import { independence } from '../../api/verifiers.ts'
import { figureDays, type SeatCounts } from '../../domain/verifier-figures.ts'
import type { VerifierList } from '../../usecases/verifiers/list-verifiers.ts'
import type { Independence } from '../../usecases/verifiers/read-independence.ts'
import { toWire } from '../to-wire.ts'

export function toIndependenceReply(
  { counts, odds, disagreement, payments, countedAt }: Independence,
  list: VerifierList,
) {
  const { pool, page } = list
  return toWire(independence, {
    ...counts,
    countedAt,
    odds,
    disagreement,
    verdictToPaymentSeconds: payments,
    pool: pool ? describePool(pool) : null,
    data: page.rows.map(describeSeats),
    nextCursor: page.nextCursor,
  })
}

function describePool({ figures, countedAt }: NonNullable<VerifierList['pool']>) {
  const { shadows } = figures
  return {
    ...describeSeats(figures),
    countedAt,
    days: figureDays,
    shadowSeats: shadows && { ...shadows, noVerdict: shadows.apart },
  }
}

function describeSeats<Counts extends SeatCounts>(counts: Counts) {
  return { ...counts, passedOver: counts.passedOver ?? 0 }
}

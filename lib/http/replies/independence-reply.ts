import { figureDays, type SeatCounts } from '../../domain/verifier-figures.ts'
import type { VerifierList } from '../../usecases/verifiers/list-verifiers.ts'
import type { Independence } from '../../usecases/verifiers/read-independence.ts'
import { toPageReply } from './page-reply.ts'

export function toIndependenceReply(
  { counts, odds, disagreement, payments, countedAt }: Independence,
  list: VerifierList,
) {
  return {
    counted_at: countedAt?.toISOString() ?? null,
    owners: counts.owners,
    owners_up: counts.ownersUp,
    verifiers: counts.verifiers,
    largest_share: counts.largestShare,
    odds: odds.map(({ verifiers, quorum, colludingShare, wrongMajority }) => ({
      ...{ verifiers, quorum },
      colluding_share: colludingShare,
      wrong_majority: wrongMajority,
    })),
    disagreement,
    verdict_to_payment_seconds: { jobs: payments.jobs, median: payments.median, p95: payments.p95 },
    pool: list.pool ? toPool(list.pool) : null,
    ...toPageReply(list.page, (row) => ({ address: row.address, ...toSeatCounts(row) })),
  }
}

function toPool({ figures, countedAt }: NonNullable<VerifierList['pool']>) {
  const { shadows } = figures
  return {
    counted_at: countedAt.toISOString(),
    days: figureDays,
    qualified: figures.qualified,
    qualified_owners: figures.qualifiedOwners,
    ...toSeatCounts(figures),
    cannot_run: figures.cannotRun,
    median_seconds: figures.medianSeconds,
    shadow_seats: shadows && {
      until: shadows.until,
      given: shadows.given,
      agreed: shadows.agreed,
      missed: shadows.missed,
      no_verdict: shadows.apart,
    },
  }
}

function toSeatCounts(counts: SeatCounts) {
  const { seats, votes, decided, agreed, silent, undecided, passedOver = 0 } = counts
  return { seats, votes, decided, agreed, silent, undecided, passed_over: passedOver }
}

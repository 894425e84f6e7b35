import {
  countVerifiers,
  measurePayments,
  type PaymentTimes,
  sumDissent,
  type VerifierCounts,
} from '#lib/data/verifier-numbers.ts'
import { binomialTail } from '#lib/domain/odds.ts'
import type { Context } from '../context.ts'

export type Odds = { verifiers: number; quorum: number; colludingShare: number; wrongMajority: number }
export type Independence = {
  counts: VerifierCounts
  odds: Odds[]
  disagreement: { verdicts: number; dissenting: number }
  payments: PaymentTimes
}

const panels = [
  { verifiers: 1, quorum: 1 },
  { verifiers: 3, quorum: 2 },
  { verifiers: 5, quorum: 3 },
  { verifiers: 7, quorum: 4 },
]
const shares = [0.1, 0.2, 0.3, 0.4]

/** How many verifier owners there are, and what a share of them could do together. */
export async function readIndependence(ctx: Context): Promise<Independence> {
  const [counts, disagreement, payments] = await Promise.all([
    countVerifiers(ctx.db),
    sumDissent(ctx.db),
    measurePayments(ctx.db, 500),
  ])
  const odds = panels.flatMap((panel) =>
    shares.map((colludingShare) => ({
      ...panel,
      colludingShare,
      wrongMajority: binomialTail(panel.verifiers, panel.quorum, colludingShare),
    })),
  )
  return { counts, odds, disagreement, payments }
}

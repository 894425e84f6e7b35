import type { Independence } from '#lib/usecases/verifiers/read-independence.ts'

export function toIndependenceReply({ counts, odds, disagreement, payments }: Independence) {
  return {
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
    verdict_to_payment_seconds: payments,
  }
}

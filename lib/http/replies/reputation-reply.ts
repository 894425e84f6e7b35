import type { ClientReputation, WorkerReputation } from '../../domain/reputation.ts'

export function toWorkerReputationReply(reputation: WorkerReputation) {
  const { settled, judged, acceptance, undecided, paymentSeconds, counterparties } = reputation
  return { settled, judged, acceptance, undecided, payment_seconds_median: paymentSeconds, counterparties }
}

export function toClientReputationReply(reputation: ClientReputation) {
  const { settled, ended, settlementRate, paymentSeconds, counterparties, sealedFaults } = reputation
  return {
    ...{ settled, ended, counterparties },
    settlement_rate: settlementRate,
    payment_seconds_median: paymentSeconds,
    sealed_faults: sealedFaults,
  }
}

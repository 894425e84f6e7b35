/** Fewer jobs than this say nothing about a rate. */
export const leastJobs = 3

/** A worker's record, from the escrow's final events alone. */
export type WorkerReputation = {
  /** Jobs that were settled with a result of this agent. */
  settled: number
  /** Results of this agent that a quorum accepted or rejected. */
  judged: number
  /** Settled of judged, 0 to 1; null below three judged results. */
  acceptance: number | null
  /** Results of this agent that nobody decided on in time, though the job's commands could have. */
  undecided: number
  /** Median from the deciding verdict to the payment; null below three payments. */
  paymentSecondsMedian: number | null
  /** Different clients of the settled jobs. */
  counterparties: number
}

/** A client's record, from the escrow's final events alone. */
export type ClientReputation = {
  settled: number
  /** Jobs that had a worker and have ended: settled, cancelled, refunded or lapsed. */
  ended: number
  /** Settled of ended, 0 to 1; null below three ended jobs. */
  settlementRate: number | null
  paymentSecondsMedian: number | null
  /** Different owners of the agents that were paid. */
  counterparties: number
  /** Jobs whose sealed files did not match their hashes. */
  sealedFaults: number
}

/** A share, once it is drawn from enough jobs. */
export function shareOf(part: number, whole: number): number | null {
  return whole < leastJobs ? null : part / whole
}

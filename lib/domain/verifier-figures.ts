/** Of how many past days seats are counted. */
export const figureDays = 90
/** Figures of shadow seats are shown once verifiers of so many owners had one. */
export const shadowOwnersMin = 3

/** The share of late payments is shown from so many jobs on: fewer would tell more about single ones than about the service. */
export const lateShareJobsMin = 20

/** What became of seats. */
export type SeatCounts = {
  seats: number
  votes: number
  /** Votes on attempts that were decided, and those of them that went with the decision. */
  decided: number
  agreed: number
  silent: number
  /** Answers without a vote. */
  undecided: number
  /** How often a draw called a verifier that the service then passed over; absent from what an earlier version counted. */
  passedOver?: number
}

/** Of all verifiers together, over `figureDays`. */
export type PoolFigures = SeatCounts & {
  /** Verifiers that qualified within 30 days, and their owners. */
  qualified: number
  qualifiedOwners: number
  /** Answers without a vote because the task could not be run. */
  cannotRun: number
  /** From fetching the task to the answer. */
  medianSeconds: number | null
  /** Of closed days only; null while too few owners had one. */
  shadows: { given: number; agreed: number; missed: number; apart: number; until: string } | null
  /** Absent from what an earlier version counted. */
  independence?: IndependenceFigures
}

export type VerifierCounts = { owners: number; ownersUp: number; verifiers: number; largestShare: number }
/** `late` counts payments that took longer than the promised two minutes. */
export type PaymentTimes = { jobs: number; median: number | null; p95: number | null; late: number }

/** How many owners there are, how often their verdicts went against a decision, and how soon the money followed. */
export type IndependenceFigures = {
  counts: VerifierCounts
  disagreement: { verdicts: number; dissenting: number }
  payments: PaymentTimes
}

/** Of how many past days seats are counted. */
export const figureDays = 90
/** Figures of shadow seats are shown once verifiers of so many owners had one. */
export const shadowOwnersMin = 3

/** Of all verifiers together, over `figureDays`. */
export type PoolFigures = {
  /** Verifiers that qualified within 30 days, and their owners. */
  qualified: number
  qualifiedOwners: number
  seats: number
  votes: number
  decided: number
  agreed: number
  silent: number
  /** Answers without a vote, and those of them that could not run the task. */
  undecided: number
  cannotRun: number
  /** From fetching the task to the answer. */
  medianSeconds: number | null
  /** Of closed days only; null while too few owners had one. */
  shadows: { given: number; agreed: number; missed: number; apart: number; until: string } | null
}

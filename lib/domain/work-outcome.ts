/** How a worker's result ended, by the event of the escrow that says so. */
export const outcomeOfEvent = { JobSettled: 'SETTLED', AttemptRejected: 'REJECTED', JobLapsed: 'LAPSED' } as const

export const workOutcomes = Object.values(outcomeOfEvent)
export type WorkOutcome = (typeof workOutcomes)[number]

import type { JobState } from './job.ts'

/** How a client's jobs can be ordered. */
export const jobSorts = ['newest', 'oldest', 'cost', 'duration'] as const
export type JobSort = (typeof jobSorts)[number]

/** The tabs of the list. A job that needs its client is in another group as well. */
export const jobGroups = ['needs_you', 'running', 'settled', 'ended'] as const
export type JobGroup = (typeof jobGroups)[number]

export const statesOfGroup = {
  running: ['OPEN', 'ASSIGNED', 'SUBMITTED'],
  settled: ['SETTLED'],
  ended: ['EXPIRED', 'REJECTED', 'CANCELLED', 'REFUNDED', 'LAPSED'],
} as const satisfies Record<Exclude<JobGroup, 'needs_you'>, readonly JobState[]>

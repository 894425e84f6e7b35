import type { JobState } from '#lib/domain/job.ts'

type StepName = 'funded' | 'assigned' | 'submitted' | 'settled' | 'ended'
export type JobStep = {
  name: StepName
  status: 'done' | 'waiting' | 'todo' | 'failed'
  at: string | null
  /** Since the step before it; null for the first, and while either is to come. */
  tookSeconds: number | null
}

type Happened = { to: string | null; at: string }

const way: readonly { reached: JobState; name: StepName }[] = [
  { reached: 'OPEN', name: 'funded' },
  { reached: 'ASSIGNED', name: 'assigned' },
  { reached: 'SUBMITTED', name: 'submitted' },
  { reached: 'SETTLED', name: 'settled' },
]

/**
 * How far a job has come on its way to its payment, each step with when it was last reached and how long it took; a job
 * that ended otherwise has its funding and its end.
 */
export function stepsOf(state: JobState, timeline: readonly Happened[]): JobStep[] {
  const steps = reachedSteps(state, timeline)
  return steps.map((step, index) => ({ ...step, tookSeconds: secondsBetween(steps[index - 1]?.at, step.at) }))
}

function secondsBetween(before: string | null | undefined, at: string | null): number | null {
  return before && at ? (Date.parse(at) - Date.parse(before)) / 1_000 : null
}

function reachedSteps(state: JobState, timeline: readonly Happened[]): Omit<JobStep, 'tookSeconds'>[] {
  const reached = way.findIndex((step) => step.reached === state)
  const reachedAt = (to: JobState) => timeline.findLast((one) => one.to === to)?.at ?? null
  const fundedAt = timeline.find((one) => one.to === 'OPEN')?.at ?? null
  if (reached < 0) {
    const status = ['CANCELLED', 'REFUNDED', 'LAPSED'].includes(state) ? 'done' : 'failed'
    return [
      { name: 'funded', status: 'done', at: fundedAt },
      { name: 'ended', status, at: reachedAt(state) },
    ]
  }
  return way.map((step, index) => ({
    name: step.name,
    status: index <= reached ? 'done' : index === reached + 1 ? 'waiting' : 'todo',
    at: index === 0 ? fundedAt : index <= reached ? reachedAt(step.reached) : null,
  }))
}

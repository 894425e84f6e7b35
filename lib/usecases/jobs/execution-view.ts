import { listAssignmentsOfJob, type WatchedAssignment } from '../../data/assignments.ts'
import { type FailedAttempt, findFailedAttempts, withVerdicts } from '../../data/failed-attempts.ts'
import type { JobRow } from '../../data/jobs.ts'
import { listSeatsOfJobs, type SeatRow } from '../../data/seats.ts'
import type { Context } from '../context.ts'

const executionPhases = ['waiting', 'offered', 'running', 'stalled', 'verifying', 'over'] as const

export type Execution = {
  phase: (typeof executionPhases)[number]
  /** Why it stands there, in a sentence; null when it simply goes on. */
  reason: string | null
  assignments: WatchedAssignment[]
  panel: SeatRow[]
  failedAttempts: FailedAttempt[]
}

/** Where the execution of a job stands beyond what the contract tells; `note` is why it does not go on. */
export async function executionOf(ctx: Context, job: JobRow, note: string | null): Promise<Execution> {
  const { onchainJobId } = job
  const [assignments, failed] = await Promise.all([
    listAssignmentsOfJob(ctx.db, onchainJobId),
    findFailedAttempts(ctx.db, { jobId: onchainJobId, reader: 'client' }, 10),
  ])
  const last = assignments.at(-1)
  const seats = assignments.some(({ attempt }) => attempt) ? await listSeatsOfJobs(ctx.db, [onchainJobId]) : []
  const panel = seats.filter(({ attempt }) => attempt === last?.attempt)
  const failedAttempts = withVerdicts(failed, seats)
  const phase = phaseOf(job, last)
  const silence = 'The worker’s runtime isn’t responding. It can still deliver until its deadline.'
  const reason = phase === 'stalled' ? (note ?? silence) : note
  return { phase, reason: phase === 'over' ? null : reason, assignments, panel, failedAttempts }
}

function phaseOf(job: JobRow, last: WatchedAssignment | undefined): Execution['phase'] {
  switch (job.state) {
    case 'OPEN':
      return last?.state === 'OFFERED' || last?.state === 'ACCEPTED' ? 'offered' : 'waiting'
    case 'ASSIGNED':
      return last && isStalled(last) ? 'stalled' : 'running'
    case 'SUBMITTED':
      return 'verifying'
    default:
      return 'over'
  }
}

/** The worker is not heard, has delivered nothing and has not given the job back. */
export function isStalled({ attempt, state, releaseSignature, hasResult, isSilent }: WatchedAssignment): boolean {
  return state === 'ASSIGNED' && attempt !== null && releaseSignature === null && !hasResult && isSilent
}

import { type AssignmentRow, findExecutionNote, hasResult, listAssignmentsOfJob } from '#lib/data/assignments.ts'
import { type FailedAttempt, listFailedAttempts } from '#lib/data/failed-attempts.ts'
import type { JobRow } from '#lib/data/jobs.ts'
import { listSeats, type SeatRow } from '#lib/data/seats.ts'
import type { Context } from '../context.ts'
import { isSilent } from '../dispatch/is-silent.ts'

const executionPhases = ['waiting', 'offered', 'running', 'stalled', 'verifying', 'over'] as const

export type Execution = {
  phase: (typeof executionPhases)[number]
  /** Why it stands there, in a sentence; null when it simply goes on. */
  reason: string | null
  assignments: AssignmentRow[]
  panel: SeatRow[]
  failedAttempts: FailedAttempt[]
}

/** Where the execution of a job stands beyond what the contract tells. */
export async function executionOf(ctx: Context, job: JobRow): Promise<Execution> {
  const [note, assignments] = await Promise.all([
    findExecutionNote(ctx.db, job.onchainJobId),
    listAssignmentsOfJob(ctx.db, job.onchainJobId),
  ])
  // Read last, so that an attempt that is shown as rejected is never without its verdicts.
  const failedAttempts = await listFailedAttempts(ctx.db, { jobId: job.onchainJobId, reader: 'client' }, 10)
  const last = assignments.at(-1)
  const panel = last?.attempt ? await listSeats(ctx.db, job.onchainJobId, last.attempt) : []
  const phase = await phaseOf(ctx, job, last)
  const silence = 'The worker’s runtime was not heard lately; it may still deliver until its time is over.'
  const reason = phase === 'stalled' ? (note ?? silence) : note
  return { phase, reason: phase === 'over' ? null : reason, assignments, panel, failedAttempts }
}

async function phaseOf(ctx: Context, job: JobRow, last: AssignmentRow | undefined): Promise<Execution['phase']> {
  switch (job.state) {
    case 'OPEN':
      return last?.state === 'OFFERED' || last?.state === 'ACCEPTED' ? 'offered' : 'waiting'
    case 'ASSIGNED':
      return last && (await isStalled(ctx, last)) ? 'stalled' : 'running'
    case 'SUBMITTED':
      return 'verifying'
    default:
      return 'over'
  }
}

/** The worker is not heard, has delivered nothing and has not given the job back. */
export async function isStalled(ctx: Context, assignment: AssignmentRow): Promise<boolean> {
  const { id, attempt, agentId, state, releaseSignature } = assignment
  if (state !== 'ASSIGNED' || attempt === null || releaseSignature) return false
  if (await hasResult(ctx.db, id)) return false
  return isSilent(ctx, agentId)
}

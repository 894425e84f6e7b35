import { type AssignmentRow, findExecutionNote, listAssignmentsOfJob } from '#lib/data/assignments.ts'
import type { JobRow } from '#lib/data/jobs.ts'
import { listSeats, type SeatRow } from '#lib/data/seats.ts'
import type { Context } from '../context.ts'

const executionPhases = ['waiting', 'offered', 'running', 'stalled', 'verifying', 'over'] as const

export type Execution = {
  phase: (typeof executionPhases)[number]
  /** Why it stands there, in a sentence; null when it simply goes on. */
  reason: string | null
  assignments: AssignmentRow[]
  panel: SeatRow[]
}

/** Where the execution of a job stands beyond what the contract tells. */
export async function executionOf(ctx: Context, job: JobRow): Promise<Execution> {
  const [note, assignments] = await Promise.all([
    findExecutionNote(ctx.db, job.onchainJobId),
    listAssignmentsOfJob(ctx.db, job.onchainJobId),
  ])
  const last = assignments.at(-1)
  const panel = last?.attempt ? await listSeats(ctx.db, job.onchainJobId, last.attempt) : []
  const phase = phaseOf(job, last, note)
  return { phase, reason: phase === 'over' ? null : sentence(note), assignments, panel }
}

function phaseOf(job: JobRow, last: AssignmentRow | undefined, note: string | null): Execution['phase'] {
  switch (job.state) {
    case 'OPEN':
      return last?.state === 'OFFERED' || last?.state === 'ACCEPTED' ? 'offered' : 'waiting'
    case 'ASSIGNED':
      return note === 'stalled' ? 'stalled' : 'running'
    case 'SUBMITTED':
      return 'verifying'
    default:
      return 'over'
  }
}

function sentence(note: string | null): string | null {
  return note === 'stalled'
    ? 'The worker’s runtime was not heard lately; it may still deliver until its time is over.'
    : note
}

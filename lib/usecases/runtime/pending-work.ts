import { hasResult, type LiveAssignment, listLiveAssignments } from '#lib/data/assignments.ts'
import { listAskedProbes, type ProbeRow } from '#lib/data/probes.ts'
import { findOpenQualification, type QualificationRow } from '#lib/data/qualifications.ts'
import { listOpenSeats, type OpenSeat } from '#lib/data/seats.ts'
import type { Context, RuntimeActor } from '../context.ts'

export type PendingWork = {
  offers: LiveAssignment[]
  jobs: (LiveAssignment & { needsResult: boolean })[]
  seats: OpenSeat[]
  probes: ProbeRow[]
  qualification: QualificationRow | undefined
}

/** Everything that the runtime is expected to do now; a probe only if it says that it does them. */
export async function pendingWork(
  ctx: Context,
  runtime: RuntimeActor,
  { probes: isProber }: { probes: boolean },
): Promise<PendingWork> {
  const [assignments, seats, probes, qualification] = await Promise.all([
    runtime.role === 'worker' ? listLiveAssignments(ctx.db, runtime.agentId) : [],
    runtime.role === 'verifier' ? listOpenSeats(ctx.db, runtime.agentId) : [],
    runtime.role === 'verifier' && isProber ? listAskedProbes(ctx.db, runtime.agentId) : [],
    findOpenQualification(ctx.db, runtime.agentId),
  ])
  const accepted = assignments.filter((row) => row.state !== 'OFFERED')
  const jobs = await Promise.all(
    accepted.map(async (row) => ({
      ...row,
      needsResult: row.state === 'ASSIGNED' && row.releaseSignature === null && !(await hasResult(ctx.db, row.id)),
    })),
  )
  const offers = assignments.filter((row) => row.state === 'OFFERED' && !row.isExpired)
  return { offers, jobs, seats, probes, qualification }
}

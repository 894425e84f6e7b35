import { hasResult, type LiveAssignment, listLiveAssignments } from '../../data/assignments.ts'
import type { PendingKinds } from '../../data/pending-kinds.ts'
import { listAskedProbes, type ProbeRow } from '../../data/probes.ts'
import { findOpenQualification, type QualificationRow } from '../../data/qualifications.ts'
import { listOpenSeats, type OpenSeat } from '../../data/seats.ts'
import type { Context, RuntimeActor } from '../context.ts'

export type PendingWork = {
  offers: LiveAssignment[]
  jobs: (LiveAssignment & { needsResult: boolean })[]
  seats: OpenSeat[]
  probes: ProbeRow[]
  qualification: QualificationRow | undefined
}

/** Everything of these kinds that the runtime is expected to do now; a probe only if it says that it does them. */
export async function pendingWork(
  ctx: Context,
  runtime: RuntimeActor,
  { probes: isProber }: { probes: boolean },
  kinds: PendingKinds,
): Promise<PendingWork> {
  const [assignments, seats, probes, qualification] = await Promise.all([
    kinds.assignments && runtime.role === 'worker' ? listLiveAssignments(ctx.db, runtime.agentId) : [],
    kinds.seats && runtime.role === 'verifier' ? listOpenSeats(ctx.db, runtime.agentId) : [],
    kinds.probes && runtime.role === 'verifier' && isProber ? listAskedProbes(ctx.db, runtime.agentId) : [],
    kinds.qualification ? findOpenQualification(ctx.db, runtime.agentId) : undefined,
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

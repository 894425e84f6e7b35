import { inTransaction } from '../../data/database.ts'
import { findDraftById } from '../../data/drafts.ts'
import { Failure } from '../../domain/failure.ts'
import { type ProbeReport, reportProblem } from '../../domain/probe.ts'
import type { Context } from '../context.ts'
import { endProbe } from './end-probe.ts'
import { passOver } from './pass-over.ts'
import { requireOwnProbe, superseded } from './take-probe.ts'

export type ProbeAnswer = { probeId: string } & ({ report: ProbeReport } | { cannotRun: string })

/**
 * Takes over what a verifier saw, from the one that was asked and only while it is. What follows from it is decided here.
 * The report again is answered alike; the first one counts.
 */
export async function submitProbe(ctx: Context, input: ProbeAnswer): Promise<void> {
  const probe = await requireOwnProbe(ctx, input.probeId)
  if (probe.state === 'ANSWERED' && 'report' in input) return
  if (probe.state !== 'ASKED' || probe.until.getTime() < Date.now()) throw superseded()
  if ('cannotRun' in input) {
    const reason = `A verifier could not try the commands: ${input.cannotRun}`
    if (!(await inTransaction(ctx.db, (tx) => passOver(ctx, tx, probe, reason)))) throw superseded()
    return
  }
  const draft = await findDraftById(ctx.db, probe.draftId)
  const problem = draft && reportProblem(input.report, draft.verificationCommands)
  if (problem) throw new Failure('result_refused', problem)
  const isEnded = await inTransaction(ctx.db, (tx) =>
    endProbe(ctx, tx, probe, { to: 'ANSWERED', report: input.report }),
  )
  if (!isEnded) throw superseded()
}

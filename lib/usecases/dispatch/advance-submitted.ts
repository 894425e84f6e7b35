import { findAssignmentByAttempt } from '#lib/data/assignments.ts'
import { listSeats, type SeatRow, secondsSinceLastAnswer } from '#lib/data/seats.ts'
import type { Verdict } from '#lib/ports/chain.ts'
import type { Context } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import type { Subject } from './advance-job.ts'
import { drawAlternates, drawPanel } from './draw-panel.ts'
import { tally } from './tally.ts'

/** Draws and seats the panel, then posts its verdicts once they decide. Answers why it waits. */
export async function advanceSubmitted(ctx: Context, subject: Subject): Promise<string | null> {
  const { job, onChain } = subject
  const assignment = await findAssignmentByAttempt(ctx.db, job.onchainJobId, onChain.attempt)
  if (!assignment) return 'The assignment was not made here; its verdicts come from elsewhere.'
  if (onChain.verifyBy === 0n) return drawPanel(ctx, subject, assignment.ownerUserId)
  const panel = await listSeats(ctx.db, job.onchainJobId, onChain.attempt)
  return judge(ctx, subject, panel, assignment.ownerUserId)
}

async function judge(ctx: Context, subject: Subject, panel: SeatRow[], workerUserId: string): Promise<string | null> {
  const { job, snapshot, onChain, now } = subject
  const votes = tally(panel, snapshot)
  if (votes.isDecided) {
    const age = await secondsSinceLastAnswer(ctx.db, job.onchainJobId, onChain.attempt)
    const isDue = votes.isComplete || age >= ctx.settings.attestHoldSeconds || now + 10n >= onChain.verifyBy
    if (!isDue) return 'The verdicts decide; the last seats are given a moment before they are posted.'
    return attest(ctx, subject, panel)
  }
  const halfway = onChain.verifyBy - snapshot.verificationWindow / 2n
  const isDrawn = panel.some((row) => row.isAlternate && row.state === 'DRAWN')
  const needsAlternates = isDrawn || (votes.unfilled.length > 0 && (votes.isComplete || now > halfway))
  if (needsAlternates && !onChain.hasAlternates) {
    return drawAlternates(ctx, subject, { workerUserId, seats: votes.unfilled, panel })
  }
  const isHeld = votes.needed > snapshot.quorum
  if (votes.isComplete && isHeld)
    return 'The result is marked and one verifier did not pass it; the money goes back to the client after the window.'
  if (votes.isComplete) return 'The verifiers could not decide; the money goes back to the client after the window.'
  return isHeld ? 'The result is marked for a second look, so every verifier has to pass it.' : null
}

/** Anyone could post these; the same batch again only skips what is recorded. */
async function attest(ctx: Context, { job, snapshot, onChain }: Subject, panel: SeatRow[]): Promise<string> {
  const signed = panel.flatMap((row) => {
    const { signature, evidenceHash, verdict } = row
    if (row.state !== 'ANSWERED' || !signature || !evidenceHash || (verdict !== 'PASS' && verdict !== 'FAIL')) return []
    const vote: Verdict = {
      jobId: job.onchainJobId,
      attempt: onChain.attempt,
      taskCommitment: snapshot.taskCommitment,
      policyCommitment: snapshot.policyCommitment,
      resultCommitment: onChain.result,
      pass: verdict === 'PASS',
      evidenceHash,
      agent: row.agentAddress,
    }
    return [{ seat: row.seat, vote, signature }]
  })
  const first = signed.filter((one, index) => signed.findIndex((other) => other.seat === one.seat) === index)
  if (first.length === 0) return 'The verdicts are on chain; their effect is awaited.'
  const standing = await callOnce(ctx, {
    operator: 'dispatcher',
    purpose: 'ATTESTATION',
    subject: `${job.onchainJobId}/${onChain.attempt}/${first.map((one) => one.seat).join('-')}`,
    call: ctx.chain.encodeAttest(
      job.onchainJobId,
      onChain.attempt,
      first.map((one) => one.vote),
      first.map((one) => one.signature),
    ),
    followUp: { queue: 'advance-job', data: { onchainJobId: job.onchainJobId.toString() } },
  })
  return standing.kind === 'failed'
    ? `The escrow refused the verdicts (${standing.reason}); they are tried again.`
    : 'The verdicts are on their way to the chain.'
}

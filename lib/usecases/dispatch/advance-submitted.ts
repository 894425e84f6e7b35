import { type AssignmentRow, findAssignmentByAttempt } from '../../data/assignments.ts'
import { findFinalityLag } from '../../data/finality-lag.ts'
import { listSeats, type SeatRow, secondsSinceLastAnswer } from '../../data/seats.ts'
import { windowAfterFinality } from '../../domain/chain-time.ts'
import { namingsMax } from '../../domain/job.ts'
import type { Verdict } from '../../ports/chain.ts'
import type { Context, WorkerContext } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import { drawAlternates, drawPanel } from './draw-panel.ts'
import { closingSeconds } from './next-deadline.ts'
import { type Standstill, waitForCall } from './standstill.ts'
import type { Subject } from './subject.ts'
import { type Tally, tally } from './tally.ts'

const undecided = 'The verifiers could not decide. The job ends undecided when the time to verify is over.'
const needsAll = 'The result is marked for a second look, so every verifier has to pass it.'
const notPassedByAll =
  'The result is marked for a second look, and not every verifier passed it. The job ends undecided when the time to verify is over.'

/** Draws and seats the panel, then posts its verdicts once they decide. Answers why it waits. */
export async function advanceSubmitted(ctx: WorkerContext, subject: Subject): Promise<Standstill | null> {
  const { job, onChain } = subject
  const assignment = await findAssignmentByAttempt(ctx.db, job.onchainJobId, onChain.attempt)
  if (!assignment) return { reason: 'The assignment was not made here; its verdicts come from elsewhere.' }
  if (onChain.verifyBy === 0n) return drawPanel(ctx, subject, assignment)
  const panel = await listSeats(ctx.db, job.onchainJobId, onChain.attempt)
  return judge(ctx, subject, panel, assignment)
}

async function judge(
  ctx: WorkerContext,
  subject: Subject,
  panel: SeatRow[],
  assignment: AssignmentRow,
): Promise<Standstill | null> {
  const { job, snapshot, onChain, now } = subject
  const votes = tally(panel, snapshot)
  const isClosing = now + closingSeconds(snapshot.verificationWindow) >= onChain.verifyBy
  if (votes.isDecided) {
    const age = await secondsSinceLastAnswer(ctx.db, job.onchainJobId, onChain.attempt)
    const isDue = votes.isComplete || age >= ctx.settings.attestHoldSeconds || isClosing
    if (!isDue)
      return {
        reason: 'Enough verdicts agree. We wait a moment for the remaining verifiers before we post them.',
        afterSeconds: ctx.settings.attestHoldSeconds - age,
      }
    return attest(ctx, subject, votes)
  }
  const isHeld = votes.needed > snapshot.quorum
  const isLastNaming = onChain.namings >= namingsMax
  const isStuck = votes.isComplete && (isLastNaming || votes.open.length === 0)
  if (isClosing || isStuck) {
    // The passes at hand would settle a marked result. Otherwise nobody can decide it any more, yet every verifier that
    // judged is paid as long as the escrow takes verdicts.
    return isHeld ? { reason: notPassedByAll } : attest(ctx, subject, votes)
  }
  const left = onChain.verifyBy - now
  const window = windowAfterFinality(snapshot.verificationWindow, await findFinalityLag(ctx.db))
  const isDrawn = panel.some((row) => row.state === 'DRAWN')
  const needsAlternates = isDrawn || votes.isComplete || (left < window / 2n && votes.open.length > 0)
  if (!needsAlternates || isLastNaming) return isHeld ? { reason: needsAll } : null
  // They can be named three times, so fewer than there are open seats are taken only when no others came for a while, or for
  // a second opinion, which is not waited for.
  const isHurried = left < window / 4n || isHeld
  const least = isHurried ? votes.toDecide : votes.open.length
  return drawAlternates(ctx, subject, { assignment, seats: votes.open, least, panel })
}

/** Anyone could post these; the same batch again only skips what is recorded. */
async function attest(
  ctx: Context,
  { job, snapshot, onChain }: Subject,
  { votes, isDecided }: Tally,
): Promise<Standstill> {
  const signed = votes.flatMap((row) => {
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
    // The escrow skips a vote whose key was compromised since, so that of its alternate is another call.
    const place = row.naming === 1 ? String(row.seat) : `${row.seat}.${row.naming}`
    return [{ place, vote, signature }]
  })
  if (signed.length === 0)
    return { reason: isDecided ? 'The verdicts are on chain. Waiting for the escrow to act on them.' : undecided }
  const standing = await callOnce(ctx, {
    operator: 'dispatcher',
    purpose: 'ATTESTATION',
    subject: `${job.onchainJobId}/${onChain.attempt}/${signed.map(({ place }) => place).join('-')}`,
    call: ctx.chain.encodeAttest(
      job.onchainJobId,
      onChain.attempt,
      signed.map((one) => one.vote),
      signed.map((one) => one.signature),
    ),
    followUp: { queue: 'advance-job', data: { onchainJobId: job.onchainJobId.toString() } },
  })
  return waitForCall(
    standing,
    'The verdicts are on their way to the chain.',
    (cause) => `The escrow refused the verdicts (${cause}); they are tried again.`,
  )
}

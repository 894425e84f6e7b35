import { findAgent } from '../../data/agents.ts'
import { findResult } from '../../data/assignments.ts'
import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { findJobAndTerms } from '../../data/jobs.ts'
import { findQualification, type QualificationRow } from '../../data/qualifications.ts'
import { answerSeat, findSeat, type SeatRow } from '../../data/seats.ts'
import { findShadow } from '../../data/shadow-seats.ts'
import { Failure } from '../../domain/failure.ts'
import { toOneLine } from '../../domain/one-line.ts'
import type { VerdictCode } from '../../domain/verdict-rules.ts'
import { type Context, type RuntimeActor, requireRuntime } from '../context.ts'
import { convictVerifier } from '../dispatch/convict-verifier.ts'
import { hasSealedFault } from '../dispatch/sealed-fault.ts'
import type { Calibration } from '../provisioning/build-calibration.ts'
import { submitShadow } from '../shadows/submit-shadow.ts'
import { requireSignedVote } from './signed-vote.ts'
import { type Grade, saveGrade } from './submit-qualification.ts'
import type { VerificationAnswer } from './verification-answer.ts'

const sealedCode: VerdictCode = 'sealed_differs'

/** Takes over a verdict: a vote only with the signature that the contract will ask for. The same one again is answered alike. */
export async function submitVerification(ctx: Context, input: VerificationAnswer): Promise<void> {
  const runtime = requireRuntime(ctx)
  const [seat, shadow, row] = await Promise.all([
    findSeat(ctx.db, input.verificationId, runtime.agentId),
    findShadow(ctx.db, input.verificationId, runtime.agentId),
    findQualification(ctx.db, runtime.agentId, input.verificationId),
  ])
  if (seat) return answer(ctx, runtime, seat, input)
  if (shadow) return submitShadow(ctx, runtime, shadow, input)
  if (row?.kind !== 'CALIBRATION') throw new Failure('not_found', 'There is no such seat.')
  await gradeCalibration(ctx, runtime, row, input)
}

async function answer(ctx: Context, runtime: RuntimeActor, seat: SeatRow, input: VerificationAnswer): Promise<void> {
  if (seat.answeredAt && seat.verdict === input.verdict && seat.evidenceHash === input.evidenceHash) return
  if (!seat.answeredAt && seat.state !== 'SEATED')
    throw new Failure('attempt_superseded', 'This seat needs no verdict any more.')
  const [{ job, snapshot }, delivered] = await Promise.all([
    findJobAndTerms(ctx.db, seat.onchainJobId),
    findResult(ctx.db, seat.onchainJobId, seat.attempt),
  ])
  if (!job || !snapshot || !delivered) throw new Failure('not_found', 'There is nothing to verify.')
  await requireSignedVote(ctx, seat.key, input, {
    jobId: seat.onchainJobId,
    attempt: seat.attempt,
    taskCommitment: snapshot.taskCommitment,
    policyCommitment: snapshot.policyCommitment,
    resultCommitment: delivered.commitment,
    agent: seat.agentAddress,
  })
  if (seat.answeredAt) {
    await convictOfContradiction(ctx, seat, input)
    throw new Failure('result_exists', 'This seat has another verdict already; the first one counts.')
  }
  // What a verifier says of the files is checked here: its word alone puts nothing on a client's record.
  // Ignored because the verdict is taken either way; looking records the fault.
  if (input.evidence.code === sealedCode) await hasSealedFault(ctx, job, snapshot)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await answerSeat(tx, seat.id, input))) return
    const subject = { type: 'job', id: seat.onchainJobId.toString() } as const
    const evidence = { agent: seat.agentAddress, attempt: seat.attempt, verdict: input.verdict }
    await recordEvent(tx, {
      actor: runtime,
      subject,
      userId: seat.clientUserId,
      name: 'job.verdict_given',
      evidence,
    })
    const task = { queue: 'advance-job', data: { onchainJobId: seat.onchainJobId.toString() } } as const
    await ctx.queue.add(tx, task, { account: seat.clientUserId })
  })
}

/** The first vote counts; who signs the opposite as well is out. */
async function convictOfContradiction(ctx: Context, seat: SeatRow, input: VerificationAnswer): Promise<void> {
  const { verdict, evidenceHash, signature } = input
  if (verdict !== 'PASS' && verdict !== 'FAIL') return
  if (!evidenceHash || !signature) return
  const contradiction = { pass: verdict === 'PASS', evidence_hash: evidenceHash, proof: signature }
  await inTransaction(ctx.db, (tx) => convictVerifier(ctx, tx, seat, contradiction))
}

async function gradeCalibration(
  ctx: Context,
  runtime: RuntimeActor,
  row: QualificationRow,
  input: VerificationAnswer,
): Promise<void> {
  if (row.state !== 'OPEN') return
  const agent = await findAgent(ctx.db, runtime.agentId)
  const { task, policy, result } = row.content as unknown as Calibration
  if (!agent?.walletAddress) throw new Failure('not_found', 'There is no such seat.')
  await requireSignedVote(ctx, runtime.key, input, {
    jobId: 0n,
    attempt: 0,
    taskCommitment: ctx.chain.commit(task),
    policyCommitment: ctx.chain.commit(policy),
    resultCommitment: ctx.chain.commit(result),
    agent: agent.walletAddress,
  })
  const { verdict } = input
  const answered = verdict === 'CANNOT_RUN' ? undefined : { verdict }
  await inTransaction(ctx.db, (tx) => saveGrade(ctx, tx, runtime, row, gradeOf(input, row.expected), answered))
}

function gradeOf({ verdict, evidence: { reason } }: VerificationAnswer, expected: string): Grade {
  if (verdict === expected) return { status: 'passed', detail: 'The verdict is right.' }
  if (verdict === 'CANNOT_RUN') {
    const why = typeof reason === 'string' ? toOneLine(reason).slice(0, 300) : 'it does not say why'
    return { status: 'failed', detail: `The runtime could not run the task: ${why}` }
  }
  return { status: 'failed', detail: `The verdict ${verdict} is not right.` }
}

import { inTransaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { answerShadow, type ShadowRow } from '../../data/shadow-seats.ts'
import { Failure } from '../../domain/failure.ts'
import { shadowOutcome } from '../../domain/shadow-seat.ts'
import type { Context, RuntimeActor } from '../context.ts'
import { requireSignedVote } from '../runtime/signed-vote.ts'
import type { VerificationAnswer } from '../runtime/verification-answer.ts'
import { requireShadowed } from './require-shadowed.ts'

/**
 * Takes a verdict over with every check and every refusal that a seat has. Its signature is checked and forgotten; only
 * whether the verdict agrees with the record is kept, where no owner reads it.
 */
export async function submitShadow(
  ctx: Context,
  runtime: RuntimeActor,
  shadow: ShadowRow,
  input: VerificationAnswer,
): Promise<void> {
  const { verdict, evidenceHash } = input
  if (shadow.answeredAt && shadow.verdict === verdict && shadow.evidenceHash === evidenceHash) return
  if (!shadow.answeredAt && shadow.state !== 'OPEN')
    throw new Failure('attempt_superseded', 'This seat needs no verdict any more.')
  const { snapshot, result } = await requireShadowed(ctx, shadow)
  await requireSignedVote(ctx, shadow.key, input, {
    jobId: shadow.onchainJobId,
    attempt: shadow.attempt,
    taskCommitment: snapshot.taskCommitment,
    policyCommitment: snapshot.policyCommitment,
    resultCommitment: ctx.chain.commit(result.document),
    agent: shadow.agentAddress,
  })
  if (shadow.answeredAt)
    throw new Failure('result_exists', 'This seat has another verdict already; the first one counts.')
  const outcome = shadowOutcome(verdict, shadow.expected)
  await inTransaction(ctx.db, async (tx) => {
    if (!(await answerShadow(tx, shadow.id, { verdict, evidenceHash, outcome }))) return
    const subject = { type: 'shadow_seat', id: shadow.id } as const
    const evidence = { agent: shadow.agentAddress, verdict, outcome, code: input.evidence.code ?? null }
    const change = { name: 'shadow_seat.answered' as const, from: shadow.state, to: 'ANSWERED', evidence }
    await recordEvent(tx, { actor: runtime, subject, userId: null, ...change })
  })
}

import { findAgent } from '../../data/agents.ts'
import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { type Contradiction, hasContradicted, noteContradiction, type SeatRow } from '../../data/seats.ts'
import type { Context } from '../context.ts'
import { disqualifyAgent } from '../provisioning/disqualify-agent.ts'
import { suspendWork } from '../provisioning/lose-qualification.ts'

/**
 * Keeps the proof that a verifier signed both ways about one result, and takes it out of work until it qualifies again. It is
 * revoked on chain where that is the second cause: it did so in another job and has qualified again since, or has lost its
 * qualification by wrong answers. What a fault signs in several jobs at once is one cause.
 */
export async function convictVerifier(
  ctx: Context,
  tx: Transaction,
  seat: SeatRow,
  contradiction: Contradiction,
): Promise<void> {
  const isContrary = contradiction.pass ? seat.verdict === 'FAIL' : seat.verdict === 'PASS'
  if (!isContrary || !(await noteContradiction(tx, seat.id, contradiction))) return
  const subject = { type: 'job', id: seat.onchainJobId.toString() } as const
  const evidence = { agent: seat.agentAddress, attempt: seat.attempt, seat: seat.seat, ...contradiction }
  const event = {
    actor: ctx.actor,
    subject,
    userId: seat.clientUserId,
    name: 'job.verifier_contradicted' as const,
    evidence,
  }
  await recordEvent(tx, event)
  const agent = await findAgent(tx, seat.agentId)
  if (!agent) return
  const detail = `It signed both verdicts about job ${seat.onchainJobId}.`
  const hasQualifiedAgain = agent.qualifiedAt !== null && (await hasContradicted(tx, agent.id, seat.onchainJobId))
  // Ignored because an agent that is out of work already has nothing more to lose.
  await (hasQualifiedAgain || agent.qualificationLostAt !== null
    ? disqualifyAgent(ctx, tx, agent, detail)
    : suspendWork(ctx, tx, agent, { detail, lostAt: null }))
}

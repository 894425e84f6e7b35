import { findAgent } from '../../data/agents.ts'
import type { Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import { type Contradiction, noteContradiction, type SeatRow } from '../../data/seats.ts'
import type { Context } from '../context.ts'
import { disqualifyAgent } from '../provisioning/disqualify-agent.ts'

/** Keeps the proof that a verifier signed both ways about one result and takes its qualification away. */
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
  if (agent) await disqualifyAgent(ctx, tx, agent, `It signed both verdicts about job ${seat.onchainJobId}.`)
}

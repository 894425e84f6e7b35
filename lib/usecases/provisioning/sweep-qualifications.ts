import { type AgentRow, listAgentsToRequalify, listAgentsToRevoke } from '../../data/agents.ts'
import { isAgentSilent } from '../../data/liveness.ts'
import { takeTurns } from '../../data/sweep-cursors.ts'
import type { WorkerContext } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import { sweepParts, sweepRows } from '../sweep-rows.ts'
import { revocationOf } from './disqualify-agent.ts'
import { loseQualification } from './lose-qualification.ts'
import { continueTries } from './tries.ts'

const batch = 50

/** Has agents whose qualification is old show their skill again, and brings every lost qualification onto the chain. */
export async function sweepQualifications(ctx: WorkerContext): Promise<void> {
  const nameOf = ({ id }: { id: string }) => id
  const { requalificationSeconds: seconds } = ctx.settings
  const overdue = await takeTurns(ctx.db, 'requalify', {
    keyOf: nameOf,
    limit: batch,
    read: (after) => listAgentsToRequalify(ctx.db, { seconds, after, limit: batch }),
  })
  const disqualified = await takeTurns(ctx.db, 'revoke', {
    keyOf: nameOf,
    limit: batch,
    read: (after) => listAgentsToRevoke(ctx.db, { after, limit: batch }),
  })
  await sweepParts(
    () => sweepRows(overdue, { nameOf, handle: (agent) => requalify(ctx, agent) }),
    () => sweepRows(disqualified, { nameOf, handle: (agent) => revoke(ctx, agent) }),
  )
}

async function revoke(
  ctx: WorkerContext,
  agent: Pick<AgentRow, 'id' | 'walletAddress' | 'disqualifiedFor'>,
): Promise<void> {
  if (agent.walletAddress) await callOnce(ctx, revocationOf(ctx, agent, agent.walletAddress))
}

/** Only wrong answers cost an agent its qualification; one that is not heard is asked once it is back. */
async function requalify(ctx: WorkerContext, agent: AgentRow): Promise<void> {
  const { qualification } = ctx.settings
  if (!qualification || (await isAgentSilent(ctx.db, agent.id))) return
  const outcome = await continueTries(ctx, agent, qualification)
  if (outcome.kind !== 'exhausted') return
  await loseQualification(ctx, agent, outcome.detail)
}

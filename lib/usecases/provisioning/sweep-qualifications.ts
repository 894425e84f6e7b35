import { type AgentRow, listAgentsToRequalify, listAgentsToRevoke } from '#lib/data/agents.ts'
import type { WorkerContext } from '../context.ts'
import { isSilent } from '../dispatch/is-silent.ts'
import { callOnce } from '../operator/call-once.ts'
import { revocationOf } from './disqualify-agent.ts'
import { loseQualification } from './lose-qualification.ts'
import { continueTries } from './tries.ts'

/** Has agents whose qualification is old show their skill again, and brings every lost qualification onto the chain. */
export async function sweepQualifications(ctx: WorkerContext): Promise<void> {
  for (const agent of await listAgentsToRequalify(ctx.db, ctx.settings.requalificationSeconds, 50))
    await requalify(ctx, agent)
  for (const { id, walletAddress } of await listAgentsToRevoke(ctx.db, 50))
    if (walletAddress) await callOnce(ctx, revocationOf(ctx, id, walletAddress))
}

/** Only wrong answers cost an agent its qualification; one that is not heard is asked once it is back. */
async function requalify(ctx: WorkerContext, agent: AgentRow): Promise<void> {
  const { qualification } = ctx.settings
  if (!qualification || (await isSilent(ctx, agent.id))) return
  const outcome = await continueTries(ctx, agent, qualification)
  if (outcome.kind !== 'exhausted' || !outcome.isByWrongAnswers) return
  await loseQualification(ctx, agent, outcome.detail)
}

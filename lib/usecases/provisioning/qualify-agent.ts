import type { AgentRow } from '../../data/agents.ts'
import { inTransaction } from '../../data/database.ts'
import type { WorkerContext } from '../context.ts'
import { disqualifyAgent } from './disqualify-agent.ts'
import type { StepOutcome } from './step.ts'
import { continueTries } from './tries.ts'

/** Opens exam or calibration, waits for the answers, and lets a failed try be followed by another one. */
export async function qualifyAgent(ctx: WorkerContext, agent: AgentRow): Promise<StepOutcome> {
  if (agent.qualifiedAt) return { state: 'DONE' }
  if (!ctx.settings.qualification)
    return { state: 'FAILED', detail: 'This deployment has no qualification repository; ask its operator.' }
  const { kind, detail } = await continueTries(ctx, agent, ctx.settings.qualification)
  if (kind === 'waiting') return { state: 'WAITING', detail }
  if (isLostForADay(agent)) await inTransaction(ctx.db, (tx) => disqualifyAgent(ctx, tx, agent, detail))
  return { state: 'FAILED', detail }
}

/** Tries are counted over a day, so none of those that cost the qualification is counted a second time. */
function isLostForADay({ qualificationLostAt }: AgentRow): boolean {
  return qualificationLostAt !== null && Date.now() - qualificationLostAt.getTime() > 86_400_000
}

import type { AgentRow } from '../../data/agents.ts'
import type { WorkerContext } from '../context.ts'
import type { StepOutcome } from './step.ts'
import { continueTries } from './tries.ts'

/**
 * Opens exam or calibration, waits for the answers, and lets a failed try be followed by another one. Failing keeps the agent
 * out of work, on however many days, and nothing more.
 */
export async function qualifyAgent(ctx: WorkerContext, agent: AgentRow): Promise<StepOutcome> {
  if (agent.qualifiedAt) return { state: 'DONE' }
  if (!ctx.settings.qualification)
    return { state: 'FAILED', detail: 'This deployment has no qualification repository; ask its operator.' }
  const { kind, detail } = await continueTries(ctx, agent, ctx.settings.qualification)
  if (kind === 'waiting') return { state: 'WAITING', detail }
  return { state: 'FAILED', detail }
}

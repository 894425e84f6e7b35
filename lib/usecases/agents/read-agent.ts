import { readWorkerReputation } from '../../data/reputations.ts'
import type { WorkerReputation } from '../../domain/reputation.ts'
import type { Context } from '../context.ts'
import { type AgentView, viewAgent } from './agent-view.ts'
import { requireAgent } from './require-agent.ts'

export type AgentDetail = AgentView & { reputation: WorkerReputation | null }

export async function readAgent(ctx: Context, input: { id: string }): Promise<AgentDetail> {
  const { agent } = await requireAgent(ctx, input.id)
  const isWorker = agent.role === 'worker' && agent.walletAddress
  const [view, reputation] = await Promise.all([
    viewAgent(ctx, agent),
    isWorker ? readWorkerReputation(ctx.db, isWorker) : null,
  ])
  return { ...view, reputation }
}

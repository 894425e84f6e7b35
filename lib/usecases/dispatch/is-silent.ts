import { findHeartbeat } from '#lib/data/runtime-heartbeats.ts'
import { staleAfter } from '#lib/domain/agent.ts'
import type { Context } from '../context.ts'

/** Whether a runtime that is at work has missed its heartbeats, by the database's clock. */
export async function isSilent(ctx: Context, agentId: string): Promise<boolean> {
  const heartbeat = await findHeartbeat(ctx.db, agentId)
  return !heartbeat || heartbeat.age > Math.max(6, staleAfter(heartbeat.intervalMs / 1_000))
}

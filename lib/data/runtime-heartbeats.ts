import { eq, sql } from 'drizzle-orm'
import { runtimeHeartbeats } from '#drizzle/schema/agents.ts'
import type { Database } from './database.ts'

export type HeartbeatRow = typeof runtimeHeartbeats.$inferSelect

/** Notes that the runtime was heard; one statement. */
export async function saveHeartbeat(db: Database, row: Omit<HeartbeatRow, 'at'>): Promise<void> {
  const { agentId, ...facts } = row
  await db
    .insert(runtimeHeartbeats)
    .values({ agentId, ...facts })
    .onConflictDoUpdate({ target: runtimeHeartbeats.agentId, set: { ...facts, at: sql`now()` } })
}

/** The last heartbeat and its age in seconds. */
export async function findHeartbeat(
  db: Database,
  agentId: string,
): Promise<(HeartbeatRow & { age: number }) | undefined> {
  const [row] = await db
    .select({
      heartbeat: runtimeHeartbeats,
      age: sql<number>`extract(epoch from now() - ${runtimeHeartbeats.at})::float8`,
    })
    .from(runtimeHeartbeats)
    .where(eq(runtimeHeartbeats.agentId, agentId))
  return row && { ...row.heartbeat, age: row.age }
}

import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { agents, pairings, runtimeConnections, runtimeCredentials, runtimeHeartbeats } from '#drizzle/schema/agents.ts'
import type { AgentRow } from './agents.ts'
import type { Database } from './database.ts'
import { silentSeconds } from './liveness.ts'
import type { ConnectionRow } from './pairings.ts'
import type { HeartbeatRow } from './runtime-heartbeats.ts'

/** An agent with what its owner is shown of its runtime. */
export type AgentFacts = {
  agent: AgentRow
  connection: ConnectionRow | null
  /** The last heartbeat, and for how many seconds its runtime is silent. */
  heartbeat: HeartbeatRow | null
  silentSeconds: number | null
  /** The pairing that is pending. */
  pairingId: string | null
  /** When the live credential ends, if that is soon. */
  credentialEnd: Date | null
}

const facts = (db: Database, soonSeconds: number) =>
  db
    .select({
      agent: agents,
      connection: runtimeConnections,
      heartbeat: runtimeHeartbeats,
      silentSeconds: sql<number | null>`${silentSeconds('runtime_heartbeats')}`,
      pairingId: pairings.id,
      credentialEnd: runtimeCredentials.expiresAt,
    })
    .from(agents)
    .leftJoin(runtimeConnections, eq(runtimeConnections.agentId, agents.id))
    .leftJoin(runtimeHeartbeats, eq(runtimeHeartbeats.agentId, agents.id))
    .leftJoin(pairings, and(eq(pairings.agentId, agents.id), eq(pairings.state, 'PENDING')))
    .leftJoin(
      runtimeCredentials,
      and(
        eq(runtimeCredentials.agentId, agents.id),
        eq(runtimeCredentials.state, 'LIVE'),
        sql`${runtimeCredentials.expiresAt} < now() + make_interval(secs => ${soonSeconds})`,
      ),
    )

/** The owner's agents, newest first, in one statement. */
export function listAgentFacts(
  db: Database,
  filter: { userId: string; before?: string; limit: number; soonSeconds: number },
): Promise<AgentFacts[]> {
  return facts(db, filter.soonSeconds)
    .where(and(eq(agents.userId, filter.userId), filter.before ? lt(agents.id, filter.before) : undefined))
    .orderBy(desc(agents.id))
    .limit(filter.limit)
}

/** The same of one agent of the owner. */
export async function findAgentFacts(
  db: Database,
  agent: { id: string; userId: string },
  soonSeconds: number,
): Promise<AgentFacts | undefined> {
  const [found] = await facts(db, soonSeconds).where(and(eq(agents.id, agent.id), eq(agents.userId, agent.userId)))
  return found
}

import { and, desc, eq, sql } from 'drizzle-orm'
import { runtimeConnections, type runtimeHeartbeats, runtimeOutages } from '#drizzle/schema/agents.ts'
import type { Database } from './database.ts'
import { isStale, silentSince } from './liveness.ts'

export type HeartbeatRow = typeof runtimeHeartbeats.$inferSelect

/** Notes that the runtime was heard, and the outage that this ends, if any; one statement. */
export async function saveHeartbeat(db: Database, row: Omit<HeartbeatRow, 'at'>): Promise<void> {
  const { agentId, ...facts } = row
  const ended = sql`
    insert into runtime_outages (agent_id, began_at, ended_at)
    select h.agent_id, ${silentSince}, now() from runtime_heartbeats h
    join runtime_connections c on c.agent_id = h.agent_id and c.paired_at <= h.at
    where h.agent_id = ${agentId} and ${isStale}
    on conflict do nothing`
  await db.execute(sql`
    with ended as (${ended})
    insert into runtime_heartbeats as h (agent_id, state, software, interval_ms, policy_version, probes, running)
    values (${agentId}, ${facts.state}, ${facts.software}, ${facts.intervalMs}, ${facts.policyVersion},
      ${facts.probes}, ${JSON.stringify(facts.running)}::jsonb)
    on conflict (agent_id) do update set at = now(), state = excluded.state, software = excluded.software,
      interval_ms = excluded.interval_ms, policy_version = excluded.policy_version, probes = excluded.probes,
      running = excluded.running`)
}

export type Health = {
  /** Of the last seven days or since pairing, whichever is shorter; null while it was never heard. */
  heardShare: number | null
  /** Newest first; one without an end lasts. */
  outages: { beganAt: Date; endedAt: Date | null }[]
}

/** How reliably a paired runtime was heard; nothing for one that is not paired. */
export async function readHealth(db: Database, agentId: string): Promise<Health> {
  const connected = and(eq(runtimeConnections.agentId, agentId), sql`${runtimeConnections.disconnectedAt} is null`)
  const [paired] = await db.select({ at: runtimeConnections.pairedAt }).from(runtimeConnections).where(connected)
  if (!paired) return { heardShare: null, outages: [] }
  const [ended, [now]] = await Promise.all([
    db
      .select({ beganAt: runtimeOutages.beganAt, endedAt: runtimeOutages.endedAt })
      .from(runtimeOutages)
      .where(eq(runtimeOutages.agentId, agentId))
      .orderBy(desc(runtimeOutages.beganAt))
      .limit(50),
    db.execute(sql`
      with span as (select greatest(now() - interval '7 days', ${paired.at.toISOString()}::timestamptz) as since),
      lasting as (select ${silentSince} as at from runtime_heartbeats h
        where h.agent_id = ${agentId} and h.at >= ${paired.at.toISOString()}::timestamptz and ${isStale}),
      silences as (
        select began_at, ended_at from runtime_outages where agent_id = ${agentId}
        union all select at, now() from lasting)
      select (select at from lasting) as "beganAt",
        (select count(*) from runtime_heartbeats h where h.agent_id = ${agentId}
          and h.at >= ${paired.at.toISOString()}::timestamptz)::int as heard,
        1 - coalesce((select sum(extract(epoch from ended_at - greatest(began_at, since)))
          from silences, span where ended_at > since), 0)::float8
          / greatest(extract(epoch from now() - since)::float8, 1) as share
      from span`),
  ])
  const { beganAt, heard, share } = now as { beganAt: string | null; heard: number; share: number }
  const lasting = beganAt === null ? [] : [{ beganAt: new Date(beganAt), endedAt: null }]
  return {
    heardShare: heard === 0 ? null : Math.min(1, Math.max(0, share)),
    outages: [...lasting, ...ended].slice(0, 50),
  }
}

import { and, asc, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import { probes } from '#drizzle/schema/probes.ts'
import {
  liveProbeStates,
  maxProbeReports,
  type ProbeReport,
  type ProbeState,
  probeStatesBefore,
} from '../domain/probe.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Transaction } from './database.ts'
import { isConnected } from './dispatch.ts'
import { onlyRow } from './only-row.ts'

export type ProbeRow = typeof probes.$inferSelect
export type NewProbe = typeof probes.$inferInsert

const isLive = inArray(probes.state, [...liveProbeStates])

/** Throws a unique violation when the draft has a live probe. `seconds` is how long it may take. */
export async function insertProbe(tx: Transaction, row: Omit<NewProbe, 'until'>, seconds: number): Promise<ProbeRow> {
  const until = sql`now() + make_interval(secs => ${seconds})`
  return onlyRow(
    await tx
      .insert(probes)
      .values({ ...row, until })
      .returning(),
  )
}

/** One guarded move along the state table; undefined when the probe has left the state since. */
export async function moveProbe(
  tx: Transaction,
  { id, state }: Pick<ProbeRow, 'id' | 'state'>,
  to: ProbeState,
  set: Partial<Pick<NewProbe, 'agentId' | 'ownerUserId' | 'report' | 'reason' | 'tries' | 'passedOver'>> = {},
): Promise<ProbeRow | undefined> {
  if (!probeStatesBefore(to).includes(state)) return undefined
  const isEnd = !(liveProbeStates as readonly string[]).includes(to)
  const askedAt = to === 'ASKED' ? sql`now()` : undefined
  const endedAt = isEnd ? sql`now()` : undefined
  const [moved] = await tx
    .update(probes)
    .set({ ...set, state: to, ...(askedAt && { askedAt, takenAt: null }), ...(endedAt && { endedAt }) })
    .where(and(eq(probes.id, id), eq(probes.state, state)))
    .returning()
  return moved
}

/** The draft was reviewed again while the probe runs; it waits in this version now. False once the probe is over. */
export async function noteDraftVersion(tx: Transaction, id: string, draftVersion: number): Promise<boolean> {
  const rows = await tx
    .update(probes)
    .set({ draftVersion })
    .where(and(eq(probes.id, id), isLive))
    .returning({ id: probes.id })
  return rows.length > 0
}

/** The runtime has fetched what it is to do; false once the probe needs it no more. */
export async function noteProbeTaken(tx: Transaction, id: string, agentId: string): Promise<boolean> {
  const rows = await tx
    .update(probes)
    .set({ takenAt: sql`coalesce(${probes.takenAt}, now())` })
    .where(and(eq(probes.id, id), eq(probes.agentId, agentId), eq(probes.state, 'ASKED')))
    .returning({ id: probes.id })
  return rows.length > 0
}

export async function findLiveProbe(db: Database, draftId: string): Promise<ProbeRow | undefined> {
  const [row] = await db
    .select()
    .from(probes)
    .where(and(eq(probes.draftId, draftId), isLive))
  return row
}

export async function findProbe(db: Database, id: string): Promise<ProbeRow | undefined> {
  const [row] = await db.select().from(probes).where(eq(probes.id, id))
  return row
}

/** What the runtime is asked to probe now. */
export function listAskedProbes(db: Database, agentId: string): Promise<ProbeRow[]> {
  return db
    .select()
    .from(probes)
    .where(and(eq(probes.agentId, agentId), eq(probes.state, 'ASKED')))
}

const newestProbe = builtOnce((db) =>
  db
    .select()
    .from(probes)
    .where(eq(probes.draftId, sql.placeholder('draftId')))
    .orderBy(desc(probes.id))
    .limit(1),
)

/** The newest probe of a draft, whatever became of it. */
export async function findNewestProbe(db: Database, draftId: string): Promise<ProbeRow | undefined> {
  const [row] = await newestProbe(db).execute({ draftId })
  return row
}

export type AnsweredProbe = ProbeRow & { report: ProbeReport }

/** The reports on this content of the draft, oldest first. */
export async function listReports(db: Database, draftId: string, digest: string): Promise<AnsweredProbe[]> {
  const rows = await db
    .select()
    .from(probes)
    .where(and(eq(probes.draftId, draftId), eq(probes.digest, digest as `0x${string}`), eq(probes.state, 'ANSWERED')))
    .orderBy(asc(probes.id))
    .limit(maxProbeReports)
  return rows.flatMap((row) => (row.report ? [{ ...row, report: row.report }] : []))
}

/** Ends the probe of the draft that is live, if one is, also when a verifier is asked for it at this moment. */
export async function endLiveProbe(tx: Transaction, draftId: string, reason: string): Promise<void> {
  await tx
    .update(probes)
    .set({ state: 'ENDED', reason, endedAt: sql`now()` })
    .where(and(eq(probes.draftId, draftId), inArray(probes.state, [...liveProbeStates])))
}

/** The client's reviews plan their probes one after the other from here on. */
export async function lockProbing(tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`)
}

/**
 * Probes of the last hour that a runtime of another owner was asked to do for the client, or soon will be; `replacedId`
 * is one that asks nobody any more if it has not yet.
 */
export async function countRecentProbes(db: Database, userId: string, replacedId?: string): Promise<number> {
  const isRecent = sql`${probes.createdAt} > now() - interval '1 hour'`
  const waits = and(eq(probes.state, 'WAITING'), replacedId === undefined ? undefined : ne(probes.id, replacedId))
  const isCounted = or(gt(probes.tries, 0), waits)
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(probes)
    .where(and(eq(probes.userId, userId), isCounted, isRecent))
  return row?.count ?? 0
}

export type ProbeTrouble = 'out_of_time' | 'draft_gone' | 'runtime_lost' | 'unasked'

/**
 * Live probes that something has to be done about: those past their time or without a draft, those whose runtime is
 * not heard any more or did not take the work within its patience, and those that no runtime was found for yet. By their
 * ids, from the one after `after` on.
 */
export async function listProbesToSweep(
  db: Database,
  { takeSeconds, after, limit }: { takeSeconds: number; after: string; limit: number },
): Promise<(ProbeRow & { trouble: ProbeTrouble })[]> {
  const isUp = sql`exists (select 1 from runtime_connections c
    join agents a on a.id = c.agent_id join runtime_heartbeats h on h.agent_id = c.agent_id
    where c.agent_id = ${probes.agentId} and a.state = 'ACTIVE' and ${isConnected})`
  const isLate = sql`${probes.takenAt} is null and ${probes.askedAt} < now() - make_interval(secs => ${takeSeconds})`
  const trouble = sql<ProbeTrouble>`case
    when not exists (select 1 from drafts d where d.id = ${probes.draftId}) then 'draft_gone'
    when ${probes.until} < now() then 'out_of_time'
    when ${probes.state} = 'WAITING' then 'unasked'
    when not ${isUp} or ${isLate} then 'runtime_lost' end`
  const rows = await db
    .select({ probe: probes, trouble })
    .from(probes)
    .where(and(isLive, sql`${trouble} is not null`, after === '' ? undefined : gt(probes.id, after)))
    .orderBy(asc(probes.id))
    .limit(limit)
  return rows.map((row) => ({ ...row.probe, trouble: row.trouble }))
}

import { and, asc, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import { type Contradiction, draws, seats } from '#drizzle/schema/work.ts'
import type { VerdictKind } from '../domain/agent.ts'
import type { Database, Transaction } from './database.ts'
import { openVerifications } from './live-work.ts'

export type SeatRow = typeof seats.$inferSelect
export type { Contradiction }
export type DrawRow = typeof draws.$inferSelect

/** Keeps a draw with its evidence and its seats. Throws a unique violation when the attempt's seats are taken. */
export async function insertDraw(
  tx: Transaction,
  draw: typeof draws.$inferInsert,
  panel: (typeof seats.$inferInsert)[],
): Promise<void> {
  await tx.insert(draws).values(draw)
  await tx.insert(seats).values(panel)
}

export async function findDraw(
  db: Database,
  jobId: bigint,
  attempt: number,
  kind: DrawRow['kind'],
): Promise<DrawRow | undefined> {
  const [row] = await db
    .select()
    .from(draws)
    .where(and(eq(draws.onchainJobId, jobId), eq(draws.attempt, attempt), eq(draws.kind, kind)))
    .orderBy(desc(draws.id))
    .limit(1)
  return row
}

/** The panel of an attempt, seat by seat, the candidates of each as they were named. */
export function listSeats(db: Database, jobId: bigint, attempt: number): Promise<SeatRow[]> {
  return db
    .select()
    .from(seats)
    .where(and(eq(seats.onchainJobId, jobId), eq(seats.attempt, attempt)))
    .orderBy(asc(seats.seat), asc(seats.naming))
}

/** The panels of all attempts of these jobs, seat by seat. */
export function listSeatsOfJobs(db: Database, jobIds: readonly bigint[]): Promise<SeatRow[]> {
  return db
    .select()
    .from(seats)
    .where(inArray(seats.onchainJobId, [...jobIds]))
    .orderBy(asc(seats.seat), asc(seats.naming))
}

/** Verdicts that the chain holds, the newest attempt first. */
export function listRecordedVerdicts(db: Database, jobId: bigint): Promise<SeatRow[]> {
  return db
    .select()
    .from(seats)
    .where(and(eq(seats.onchainJobId, jobId), eq(seats.state, 'RECORDED')))
    .orderBy(desc(seats.attempt), asc(seats.seat), asc(seats.naming))
}

export type OpenSeat = { id: string; onchainJobId: bigint; attempt: number; state: 'SEATED'; verifyBy: bigint | null }

/** What the verifier still has to answer, shadow seats among it. */
export async function listOpenSeats(db: Database, agentId: string): Promise<OpenSeat[]> {
  const rows = await db.execute(sql`
    select v.id, v.onchain_job_id::text as job, v.attempt, v.verify_by::text as "verifyBy" from ${openVerifications} v
    where v.agent_id = ${agentId} order by v.verify_by, v.id limit 50`)
  type Found = { id: string; job: string; attempt: number; verifyBy: string | null }
  return (rows as unknown as Found[]).map(({ id, job, attempt, verifyBy }) => ({
    id,
    attempt,
    state: 'SEATED',
    onchainJobId: BigInt(job),
    verifyBy: verifyBy === null ? null : BigInt(verifyBy),
  }))
}

export async function findSeat(db: Database, id: string, agentId: string): Promise<SeatRow | undefined> {
  const [row] = await db
    .select()
    .from(seats)
    .where(and(eq(seats.id, id), eq(seats.agentId, agentId)))
  return row
}

/** Whether the chain still names none of these seats as far as it was read; they stay so until the transaction ends. */
export async function holdDrawn(tx: Transaction, drawn: readonly Pick<SeatRow, 'id'>[]): Promise<boolean> {
  const held = await tx.select({ id: seats.id }).from(seats).where(areDrawn(drawn)).for('update')
  return held.length === drawn.length
}

/** Takes back these seats of a draw that never reached the chain, so that another one can be made. */
export async function discardDraw(tx: Transaction, drawn: readonly Pick<SeatRow, 'id'>[]): Promise<void> {
  await tx.delete(seats).where(areDrawn(drawn))
}

function areDrawn(drawn: readonly Pick<SeatRow, 'id'>[]) {
  const ids = drawn.map(({ id }) => id)
  // One whose key is compromised by now is dismissed before it is named.
  return and(inArray(seats.id, ids), inArray(seats.state, ['DRAWN', 'DISMISSED']))
}

/**
 * The chain named these agents for the attempt; gives the time until which its clocks run, which an earlier event that is
 * read again does not shorten.
 */
export async function markSeated(
  tx: Transaction,
  query: { jobId: bigint; attempt: number; agents: readonly `0x${string}`[]; verifyBy: bigint },
): Promise<bigint> {
  const place = and(eq(seats.onchainJobId, query.jobId), eq(seats.attempt, query.attempt))
  const latest = sql`greatest(coalesce(${seats.verifyBy}, 0), ${query.verifyBy.toString()}::numeric)`
  const rows = await tx.update(seats).set({ verifyBy: latest }).where(place).returning({ verifyBy: seats.verifyBy })
  if (query.agents.length > 0)
    await tx
      .update(seats)
      .set({ state: 'SEATED' })
      .where(and(place, eq(seats.state, 'DRAWN'), inArray(seats.agentAddress, [...query.agents])))
  return rows[0]?.verifyBy ?? query.verifyBy
}

type Answer = {
  verdict: VerdictKind
  evidence: Record<string, unknown>
  evidenceHash: `0x${string}` | null
  signature: `0x${string}` | null
}

/** Stores the verifier's answer once; false when the seat has one or is not open. */
export async function answerSeat(tx: Transaction, id: string, answer: Answer): Promise<boolean> {
  const rows = await tx
    .update(seats)
    .set({ ...answer, state: 'ANSWERED', answeredAt: sql`now()` })
    .where(and(eq(seats.id, id), eq(seats.state, 'SEATED')))
    .returning({ id: seats.id })
  return rows.length > 0
}

export async function noteTaken(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(seats)
    .set({ takenAt: sql`coalesce(${seats.takenAt}, now())` })
    .where(eq(seats.id, id))
}

/** The chain recorded this agent's verdict. */
export async function markRecorded(
  tx: Transaction,
  query: { jobId: bigint; attempt: number; agent: `0x${string}`; pass: boolean },
): Promise<void> {
  await tx
    .update(seats)
    .set({
      state: 'RECORDED',
      verdict: query.pass ? 'PASS' : 'FAIL',
      signature: sql`coalesce(${seats.signature}, '0x')`,
    })
    .where(
      and(eq(seats.onchainJobId, query.jobId), eq(seats.attempt, query.attempt), eq(seats.agentAddress, query.agent)),
    )
}

/** Whether a proof is kept that a verifier voted both ways in another job. */
export async function hasContradicted(tx: Transaction, agentId: string, otherThan: bigint): Promise<boolean> {
  const [row] = await tx
    .select({ id: seats.id })
    .from(seats)
    .where(and(eq(seats.agentId, agentId), isNotNull(seats.contradiction), ne(seats.onchainJobId, otherThan)))
    .limit(1)
  return row !== undefined
}

/** Keeps the proof that a verifier voted both ways; false when there is one already. */
export async function noteContradiction(tx: Transaction, id: string, contradiction: Contradiction): Promise<boolean> {
  const rows = await tx
    .update(seats)
    .set({ contradiction })
    .where(and(eq(seats.id, id), isNull(seats.contradiction)))
    .returning({ id: seats.id })
  return rows.length > 0
}

/** Seats of the job that need no answer any more. */
export async function dismissSeats(tx: Transaction, jobId: bigint, attempt?: number): Promise<void> {
  await tx
    .update(seats)
    .set({ state: 'DISMISSED' })
    .where(
      and(
        eq(seats.onchainJobId, jobId),
        attempt === undefined ? undefined : eq(seats.attempt, attempt),
        inArray(seats.state, ['DRAWN', 'SEATED', 'ANSWERED']),
      ),
    )
}

/** Seats whose vote would be signed by this key and is not recorded yet. */
export async function dismissSeatsOfKey(tx: Transaction, key: `0x${string}`): Promise<void> {
  await tx
    .update(seats)
    .set({ state: 'DISMISSED' })
    .where(and(eq(seats.key, key), inArray(seats.state, ['DRAWN', 'SEATED', 'ANSWERED'])))
}

/** Seconds since the newest answer of the attempt. */
export async function secondsSinceLastAnswer(db: Database, jobId: bigint, attempt: number): Promise<number> {
  const [row] = await db
    .select({ age: sql<number>`extract(epoch from now() - max(${seats.answeredAt}))::float8` })
    .from(seats)
    .where(and(eq(seats.onchainJobId, jobId), eq(seats.attempt, attempt)))
  return row?.age ?? 0
}

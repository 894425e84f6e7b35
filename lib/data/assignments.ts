import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { assignments, rejections, results } from '#drizzle/schema/work.ts'
import { type AssignmentState, liveAssignmentStates } from '../domain/agent.ts'
import type { Database, Transaction } from './database.ts'
import { isSilent } from './liveness.ts'

export type AssignmentRow = typeof assignments.$inferSelect
export type ResultRow = typeof results.$inferSelect
type NewAssignment = Pick<
  typeof assignments.$inferInsert,
  'onchainJobId' | 'clientUserId' | 'agentId' | 'ownerUserId' | 'agentAddress' | 'key'
>

/** Makes an offer good for `seconds`; undefined while another one of the job is live. */
export async function insertOffer(
  tx: Transaction,
  row: NewAssignment,
  seconds: number,
): Promise<AssignmentRow | undefined> {
  const [made] = await tx
    .insert(assignments)
    .values({ ...row, offerExpiresAt: sql`now() + make_interval(secs => ${seconds})` })
    .onConflictDoNothing()
    .returning()
  return made
}

const isLive = inArray(assignments.state, [...liveAssignmentStates])
const withExpiry = {
  row: assignments,
  isExpired: sql<boolean>`${assignments.state} = 'OFFERED' and ${assignments.offerExpiresAt} <= now()`,
}
export type LiveAssignment = AssignmentRow & { isExpired: boolean }

export async function findLiveAssignment(db: Database, jobId: bigint): Promise<LiveAssignment | undefined> {
  const [found] = await db
    .select(withExpiry)
    .from(assignments)
    .where(and(eq(assignments.onchainJobId, jobId), isLive))
  return found && { ...found.row, isExpired: found.isExpired }
}

/** The job's live assignment, locked until the database transaction ends, so that a move along its state cannot lose. */
export async function lockLiveAssignment(tx: Transaction, jobId: bigint): Promise<AssignmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(assignments)
    .where(and(eq(assignments.onchainJobId, jobId), isLive))
    .for('update')
  return row
}

/** Locks the assignment until the database transaction ends; false when it is no more in the state that was read. */
export async function holdAssignment(
  tx: Transaction,
  { id, state }: Pick<AssignmentRow, 'id' | 'state'>,
): Promise<boolean> {
  const isAsRead = and(eq(assignments.id, id), eq(assignments.state, state))
  const held = await tx.select({ id: assignments.id }).from(assignments).where(isAsRead).for('update')
  return held.length > 0
}

/** The assignment of one attempt, locked in the same way. */
export async function lockAssignmentOfAttempt(
  tx: Transaction,
  jobId: bigint,
  attempt: number,
): Promise<AssignmentRow | undefined> {
  const [row] = await tx
    .select()
    .from(assignments)
    .where(and(eq(assignments.onchainJobId, jobId), eq(assignments.attempt, attempt)))
    .for('update')
  return row
}

/** The agent's own assignment; undefined for a foreign or unknown id alike. */
export async function findAssignment(db: Database, id: string, agentId: string): Promise<LiveAssignment | undefined> {
  const [found] = await db
    .select(withExpiry)
    .from(assignments)
    .where(and(eq(assignments.id, id), eq(assignments.agentId, agentId)))
  return found && { ...found.row, isExpired: found.isExpired }
}

export async function findAssignmentByAttempt(
  db: Database,
  jobId: bigint,
  attempt: number,
): Promise<AssignmentRow | undefined> {
  const [row] = await db
    .select()
    .from(assignments)
    .where(and(eq(assignments.onchainJobId, jobId), eq(assignments.attempt, attempt)))
  return row
}

export async function listLiveAssignments(db: Database, agentId: string): Promise<LiveAssignment[]> {
  const rows = await db
    .select(withExpiry)
    .from(assignments)
    .where(and(eq(assignments.agentId, agentId), isLive))
    .orderBy(assignments.id)
  return rows.map(({ row, isExpired }) => ({ ...row, isExpired }))
}

/** With whether its result came, whether its runtime is silent now, and its worker's public name. */
export type WatchedAssignment = AssignmentRow & { hasResult: boolean; isSilent: boolean; agentName: string | null }

/** All of a job, oldest first. */
export async function listAssignmentsOfJob(db: Database, jobId: bigint): Promise<WatchedAssignment[]> {
  const rows = await db
    .select({
      row: assignments,
      hasResult: sql<boolean>`exists (select 1 from results r where r.assignment_id = assignments.id)`,
      isSilent: isSilent('assignments.agent_id'),
      agentName: sql<string | null>`(select g.public_name from agents g where g.id = assignments.agent_id)`,
    })
    .from(assignments)
    .where(eq(assignments.onchainJobId, jobId))
    .orderBy(assignments.id)
  return rows.map(({ row, ...watched }) => ({ ...row, ...watched }))
}

type AssignmentFacts = Partial<
  Pick<
    typeof assignments.$inferInsert,
    'attempt' | 'workBy' | 'deadline' | 'acceptanceSignature' | 'releaseSignature' | 'endCause'
  >
>

/** One guarded move; undefined when the assignment has moved since. An offer is accepted only while it is good. */
export async function moveAssignment(
  tx: Transaction,
  row: Pick<AssignmentRow, 'id' | 'state'>,
  to: AssignmentState,
  facts: AssignmentFacts = {},
): Promise<AssignmentRow | undefined> {
  const isEnd = !(liveAssignmentStates as readonly string[]).includes(to)
  const [moved] = await tx
    .update(assignments)
    .set({
      ...facts,
      state: to,
      updatedAt: sql`now()`,
      ...(to === 'ACCEPTED' && { acceptedAt: sql`now()` }),
      ...(isEnd && { endedAt: sql`now()` }),
    })
    .where(
      and(
        eq(assignments.id, row.id),
        eq(assignments.state, row.state),
        to === 'ACCEPTED' ? sql`${assignments.offerExpiresAt} > now()` : undefined,
      ),
    )
    .returning()
  return moved
}

/** The move of a row that this transaction has locked; it fails only where the table of states is wrong, and loudly. */
export async function moveLockedAssignment(
  tx: Transaction,
  row: Pick<AssignmentRow, 'id' | 'state'>,
  to: AssignmentState,
  facts: AssignmentFacts = {},
): Promise<void> {
  if (!(await moveAssignment(tx, row, to, facts)))
    throw new Error(`assignment ${row.id} did not move from ${row.state} to ${to}`)
}

/** The contract accepts the attempt's next step until then. */
export async function noteDeadline(tx: Transaction, jobId: bigint, attempt: number, deadline: bigint): Promise<void> {
  await tx
    .update(assignments)
    .set({ deadline })
    .where(and(eq(assignments.onchainJobId, jobId), eq(assignments.attempt, attempt)))
}

/** Stores a result once; undefined when the attempt has one. */
export async function insertResult(tx: Transaction, row: typeof results.$inferInsert): Promise<ResultRow | undefined> {
  const [made] = await tx.insert(results).values(row).onConflictDoNothing().returning()
  return made
}

export async function findResult(db: Database, jobId: bigint, attempt: number): Promise<ResultRow | undefined> {
  const [row] = await db
    .select()
    .from(results)
    .where(and(eq(results.onchainJobId, jobId), eq(results.attempt, attempt)))
  return row
}

export async function findLastResult(db: Database, jobId: bigint): Promise<ResultRow | undefined> {
  const [row] = await db
    .select()
    .from(results)
    .where(eq(results.onchainJobId, jobId))
    .orderBy(desc(results.attempt))
    .limit(1)
  return row
}

export async function hasResult(db: Database, assignmentId: string): Promise<boolean> {
  const rows = await db.select({ id: results.id }).from(results).where(eq(results.assignmentId, assignmentId))
  return rows.length > 0
}

export async function insertRejection(tx: Transaction, jobId: bigint, ownerUserId: string): Promise<void> {
  await tx.insert(rejections).values({ onchainJobId: jobId, ownerUserId }).onConflictDoNothing()
}

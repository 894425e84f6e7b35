import { and, asc, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { jobs } from '#drizzle/schema/jobs.ts'
import { operatorCalls, operatorTransactions } from '#drizzle/schema/operator-calls.ts'
import { endedJobStates } from '../domain/job.ts'
import type { KeyNeeds } from '../domain/key-fuel.ts'
import type { CallWait, OperatorPurpose } from '../domain/operator-call.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Transaction } from './database.ts'

export type OperatorCallRow = typeof operatorCalls.$inferSelect
type Operator = OperatorCallRow['operator']
export type NewOperatorCall = Pick<
  typeof operatorCalls.$inferInsert,
  | 'operator'
  | 'purpose'
  | 'subject'
  | 'contract'
  | 'action'
  | 'calldata'
  | 'calldataHash'
  | 'dueBlock'
  | 'followUp'
  | 'traceparent'
>

/** Writes the intent unless one for the same subject is under way or done. */
export async function insertOperatorCall(tx: Transaction, row: NewOperatorCall): Promise<OperatorCallRow | undefined> {
  const [made] = await tx.insert(operatorCalls).values(row).onConflictDoNothing().returning()
  return made
}

/** Every call that was made for this subject, newest first, with the seconds since it ended and its transaction. */
export function listCallsFor(
  db: Database,
  purpose: OperatorPurpose,
  subject: string,
): Promise<(OperatorCallRow & { secondsSinceEnd: number | null; transactionHash: `0x${string}` | null })[]> {
  return db
    .select({
      row: operatorCalls,
      secondsSinceEnd: sql<number | null>`extract(epoch from now() - ${operatorCalls.endedAt})::float8`,
      transactionHash: operatorTransactions.transactionHash,
    })
    .from(operatorCalls)
    .leftJoin(operatorTransactions, eq(operatorTransactions.id, operatorCalls.transactionId))
    .where(and(eq(operatorCalls.purpose, purpose), eq(operatorCalls.subject, subject)))
    .orderBy(desc(operatorCalls.id))
    .limit(20)
    .then((rows) => rows.map(({ row, ...more }) => ({ ...row, ...more })))
}

const keyWork = builtOnce((db) =>
  db
    .select({
      isThere: sql<boolean>`exists (select from operator_transactions t
        where t.operator = ${sql.placeholder('operator')} and t.state in ('SENT', 'MINED'))
        or exists (select from operator_calls c where c.operator = ${sql.placeholder('operator')} and c.state = 'INTENT')`,
    })
    .from(sql`(select) as once`),
)

/** Whether a key has a call to send, or a transaction that is not final; asked several times a second. */
export async function hasKeyWork(db: Database, operator: Operator): Promise<boolean> {
  const [row] = await keyWork(db).execute({ operator })
  return row?.isThere ?? false
}

const waitsForNode = sql`coalesce(${operatorCalls.waitsFor} = 'node', false)`

/** An intended call, with the seconds since it was last tried. */
export type IntendedCall = OperatorCallRow & { secondsSinceTried: number }

/** A call that the node refuses to simulate or to take is tried again so often. */
const nodeRetrySeconds = 5

/** The oldest intents of a key that are due, oldest first; those that wait for a node come last, and hold up no other. */
export async function listIntents(db: Database, operator: Operator, limit: number): Promise<IntendedCall[]> {
  const rows = await db
    .select({
      row: operatorCalls,
      secondsSinceTried: sql<number>`extract(epoch from now() - coalesce(${operatorCalls.triedAt}, now()))::float8`,
    })
    .from(operatorCalls)
    .where(
      and(
        eq(operatorCalls.operator, operator),
        eq(operatorCalls.state, 'INTENT'),
        sql`(not ${waitsForNode} or ${operatorCalls.triedAt} < now() - make_interval(secs => ${nodeRetrySeconds}))`,
      ),
    )
    .orderBy(waitsForNode, asc(operatorCalls.id))
    .limit(limit)
  return rows.map(({ row, secondsSinceTried }) => ({ ...row, secondsSinceTried }))
}

/** The call would be refused: it ends without having been sent. Undefined when it has moved since. */
export async function failIntent(
  tx: Transaction,
  row: Pick<OperatorCallRow, 'id'>,
  failure: string,
): Promise<OperatorCallRow | undefined> {
  const [failed] = await tx
    .update(operatorCalls)
    .set({ state: 'FAILED', failure, waitsFor: null, waitingSince: null, endedAt: sql`now()` })
    .where(and(eq(operatorCalls.id, row.id), eq(operatorCalls.state, 'INTENT')))
    .returning()
  return failed
}

/** Notes that open calls were tried now, and what they wait for; since when is kept while that stays the same. */
export async function noteCallWait(
  tx: Transaction,
  rows: readonly Pick<OperatorCallRow, 'id'>[],
  waitsFor: CallWait | null,
): Promise<void> {
  const since = sql`case when ${operatorCalls.waitsFor} = ${waitsFor} then ${operatorCalls.waitingSince} else now() end`
  const ids = rows.map(({ id }) => id)
  await tx
    .update(operatorCalls)
    .set({ waitsFor, waitingSince: waitsFor && since, triedAt: sql`now()` })
    .where(and(inArray(operatorCalls.id, ids), inArray(operatorCalls.state, ['INTENT', 'SENT'])))
}

export async function findCall(db: Database, id: string): Promise<OperatorCallRow | undefined> {
  const [row] = await db.select().from(operatorCalls).where(eq(operatorCalls.id, id))
  return row
}

/** Makes an open call look as if it had been tried long ago; false when it is neither intended nor in flight any more. */
export async function makeCallDue(
  tx: Transaction,
  { id, transactionId }: Pick<OperatorCallRow, 'id' | 'transactionId'>,
): Promise<boolean> {
  const longAgo = sql`now() - interval '1 hour'`
  const intended = await tx
    .update(operatorCalls)
    .set({ triedAt: longAgo })
    .where(and(eq(operatorCalls.id, id), eq(operatorCalls.state, 'INTENT')))
    .returning({ id: operatorCalls.id })
  if (intended.length > 0 || transactionId === null) return intended.length > 0
  const sent = await tx
    .update(operatorTransactions)
    .set({ sentAt: longAgo })
    .where(and(eq(operatorTransactions.id, transactionId), eq(operatorTransactions.state, 'SENT')))
    .returning({ id: operatorTransactions.id })
  return sent.length > 0
}

/** Calls that have not ended, oldest first for each key, with what is known of their transactions. */
export function listOpenCalls(db: Database, limit: number) {
  return db
    .select({
      id: operatorCalls.id,
      operator: operatorCalls.operator,
      purpose: operatorCalls.purpose,
      subject: operatorCalls.subject,
      state: operatorCalls.state,
      entry: operatorCalls.entry,
      failure: operatorCalls.failure,
      waitsFor: operatorCalls.waitsFor,
      createdAt: operatorCalls.createdAt,
      nonce: operatorTransactions.nonce,
      transactionHash: operatorTransactions.transactionHash,
    })
    .from(operatorCalls)
    .leftJoin(operatorTransactions, eq(operatorTransactions.id, operatorCalls.transactionId))
    .where(inArray(operatorCalls.state, ['INTENT', 'SENT', 'MINED']))
    .orderBy(asc(operatorCalls.operator), asc(operatorCalls.id))
    .limit(limit)
}

/** What a key has to pay for: jobs that have not ended, and its calls that are not mined. */
export async function findKeyNeeds(db: Database, operator: Operator): Promise<KeyNeeds> {
  const rows = await db.execute<{ jobs: string; calls: string }>(sql`select
    (select count(*) from ${jobs} where ${notInArray(jobs.state, [...endedJobStates])})::text as jobs,
    (select count(*) from ${operatorCalls}
      where ${operatorCalls.operator} = ${operator} and ${operatorCalls.state} in ('INTENT', 'SENT'))::text as calls`)
  return { openJobs: BigInt(rows[0]?.jobs ?? 0), openCalls: BigInt(rows[0]?.calls ?? 0) }
}

export type WaitingKey = { key: Operator; waitsFor: CallWait; since: Date; calls: number }

/** Keys of which a call waits for money, a lower price, a block or a node, with the number of their open calls. */
export async function listWaitingKeys(db: Database): Promise<WaitingKey[]> {
  const rows = await db
    .select({
      key: operatorCalls.operator,
      waitsFor: sql<CallWait>`min(${operatorCalls.waitsFor})`,
      since: sql<string>`min(${operatorCalls.waitingSince})::text`,
      calls: sql<number>`count(*)::int`,
    })
    .from(operatorCalls)
    .where(inArray(operatorCalls.state, ['INTENT', 'SENT']))
    .groupBy(operatorCalls.operator)
    .having(sql`count(${operatorCalls.waitsFor}) > 0`)
    .orderBy(operatorCalls.operator)
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}

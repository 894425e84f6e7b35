import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { operatorCalls } from '#drizzle/schema/operator-calls.ts'
import type { CallWait, OperatorPurpose } from '#lib/domain/operator-call.ts'
import type { Database, Transaction } from './database.ts'

export type OperatorCallRow = typeof operatorCalls.$inferSelect
type Operator = OperatorCallRow['operator']
export type NewOperatorCall = Pick<
  typeof operatorCalls.$inferInsert,
  'operator' | 'purpose' | 'subject' | 'contract' | 'action' | 'calldata' | 'calldataHash' | 'followUp'
>

/** Writes the intent unless one for the same subject is under way or done. */
export async function insertOperatorCall(tx: Transaction, row: NewOperatorCall): Promise<OperatorCallRow | undefined> {
  const [made] = await tx.insert(operatorCalls).values(row).onConflictDoNothing().returning()
  return made
}

/** Every call that was made for this subject, newest first, with the seconds since it ended. */
export function listCallsFor(
  db: Database,
  purpose: OperatorPurpose,
  subject: string,
): Promise<(OperatorCallRow & { secondsSinceEnd: number | null })[]> {
  return db
    .select({
      row: operatorCalls,
      secondsSinceEnd: sql<number | null>`extract(epoch from now() - ${operatorCalls.endedAt})::float8`,
    })
    .from(operatorCalls)
    .where(and(eq(operatorCalls.purpose, purpose), eq(operatorCalls.subject, subject)))
    .orderBy(desc(operatorCalls.id))
    .limit(20)
    .then((rows) => rows.map(({ row, ...age }) => ({ ...row, ...age })))
}

/** An open call, with the seconds since it was last sent or tried. */
export type OpenCall = OperatorCallRow & { secondsSinceSent: number }

export function findCallInFlight(db: Database, operator: Operator): Promise<OpenCall | undefined> {
  return findOldest(db, operator, 'SENT')
}

export function findNextIntent(db: Database, operator: Operator): Promise<OpenCall | undefined> {
  return findOldest(db, operator, 'INTENT')
}

async function findOldest(db: Database, operator: Operator, state: 'SENT' | 'INTENT'): Promise<OpenCall | undefined> {
  const [row] = await db
    .select({
      row: operatorCalls,
      secondsSinceSent: sql<number>`extract(epoch from now() - coalesce(${operatorCalls.sentAt}, now()))::float8`,
    })
    .from(operatorCalls)
    .where(and(eq(operatorCalls.operator, operator), eq(operatorCalls.state, state)))
    .orderBy(asc(operatorCalls.id))
    .limit(1)
  return row && { ...row.row, secondsSinceSent: row.secondsSinceSent }
}

export function listMinedCalls(db: Database, operator: Operator): Promise<OperatorCallRow[]> {
  return db
    .select()
    .from(operatorCalls)
    .where(and(eq(operatorCalls.operator, operator), eq(operatorCalls.state, 'MINED')))
    .orderBy(asc(operatorCalls.id))
    .limit(200)
}

type CallChange = Partial<
  Pick<
    typeof operatorCalls.$inferInsert,
    'nonce' | 'bump' | 'signed' | 'transactionHash' | 'blockNumber' | 'blockHash' | 'failure'
  >
>

/** One guarded move of a call; undefined when it has moved meanwhile. */
export async function moveOperatorCall(
  tx: Transaction,
  row: Pick<OperatorCallRow, 'id' | 'state' | 'bump'>,
  to: OperatorCallRow['state'],
  change: CallChange = {},
): Promise<OperatorCallRow | undefined> {
  const isEnd = to === 'CONFIRMED' || to === 'FAILED'
  const [moved] = await tx
    .update(operatorCalls)
    .set({
      ...change,
      state: to,
      waitsFor: null,
      waitingSince: null,
      ...(to === 'SENT' && { sentAt: sql`now()` }),
      ...(isEnd && { endedAt: sql`now()` }),
    })
    .where(and(eq(operatorCalls.id, row.id), eq(operatorCalls.state, row.state), eq(operatorCalls.bump, row.bump)))
    .returning()
  return moved
}

/** Notes that an open call was tried now, and what it waits for; since when is kept while that stays the same. */
export async function noteCallWait(
  tx: Transaction,
  row: Pick<OperatorCallRow, 'id' | 'state'>,
  waitsFor: CallWait | null,
): Promise<void> {
  const since = sql`case when ${operatorCalls.waitsFor} = ${waitsFor} then ${operatorCalls.waitingSince} else now() end`
  await tx
    .update(operatorCalls)
    .set({ waitsFor, waitingSince: waitsFor && since, sentAt: sql`now()` })
    .where(and(eq(operatorCalls.id, row.id), eq(operatorCalls.state, row.state)))
}

export type WaitingKey = { key: Operator; waitsFor: CallWait; since: Date; calls: number }

/** Keys whose oldest call waits for money, a lower price or a block, with the number of calls behind it. */
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

import { and, arrayContains, asc, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { operatorCalls, operatorTransactions } from '#drizzle/schema/operator-calls.ts'
import type { OperatorName } from '../domain/operator-call.ts'
import type { Address } from '../ports/chain.ts'
import type { Database, Transaction } from './database.ts'
import type { OperatorCallRow } from './operator-calls.ts'

export type OperatorTransactionRow = typeof operatorTransactions.$inferSelect
type Signed = OperatorTransactionRow['signed'][number]

/** A transaction in flight, with the seconds since it was last sent or tried, and whether its calls wait for a node. */
export type InFlight = OperatorTransactionRow & { secondsSinceSent: number; waitsForNode: boolean }

/** Of this account; what the first releases stored without one may be of it until it is final. */
const isOf = (signer: Address) =>
  or(
    eq(operatorTransactions.signer, signer),
    and(isNull(operatorTransactions.signer), inArray(operatorTransactions.state, ['SENT', 'MINED'])),
  )

/**
 * The one with the lowest nonce: those above it cannot be mined before it. What an account before `signer` signed comes
 * first.
 */
export async function findInFlight(
  db: Database,
  operator: OperatorName,
  signer: Address,
): Promise<InFlight | undefined> {
  const [row] = await db
    .select({
      row: operatorTransactions,
      secondsSinceSent: sql<number>`extract(epoch from now() - ${operatorTransactions.sentAt})::float8`,
      waitsForNode: sql<boolean>`exists (select from ${operatorCalls} as call
        where call.transaction_id = operator_transactions.id and call.waits_for = 'node')`,
    })
    .from(operatorTransactions)
    .where(and(eq(operatorTransactions.operator, operator), eq(operatorTransactions.state, 'SENT')))
    .orderBy(sql`coalesce(${operatorTransactions.signer} = ${signer}, false)`, asc(operatorTransactions.nonce))
    .limit(1)
  return row && { ...row.row, secondsSinceSent: row.secondsSinceSent, waitsForNode: row.waitsForNode }
}

export function listMined(db: Database, operator: OperatorName): Promise<OperatorTransactionRow[]> {
  return db
    .select()
    .from(operatorTransactions)
    .where(and(eq(operatorTransactions.operator, operator), eq(operatorTransactions.state, 'MINED')))
    .orderBy(asc(operatorTransactions.nonce))
    .limit(200)
}

/** What was signed for this call and is not followed any more. */
export function listDisplacedWith(
  db: Database,
  { id, operator }: Pick<OperatorCallRow, 'id' | 'operator'>,
): Promise<OperatorTransactionRow[]> {
  return db
    .select()
    .from(operatorTransactions)
    .where(
      and(
        eq(operatorTransactions.operator, operator),
        eq(operatorTransactions.state, 'DISPLACED'),
        arrayContains(operatorTransactions.callIds, [id]),
      ),
    )
    .orderBy(asc(operatorTransactions.nonce))
}

/** The calls that the transaction carries, in the order of its entries. */
export function listCallsOf(db: Database, transactionId: string): Promise<OperatorCallRow[]> {
  return db
    .select()
    .from(operatorCalls)
    .where(eq(operatorCalls.transactionId, transactionId))
    .orderBy(asc(operatorCalls.entry))
}

/** What this account has signed for nonces from `from` on and below `below` that no other transaction took; at most fifty. */
export function listBetween(
  db: Database,
  operator: OperatorName,
  { signer, from, below }: { signer: Address; from: number; below: number },
): Promise<OperatorTransactionRow[]> {
  return db
    .select()
    .from(operatorTransactions)
    .where(
      and(
        eq(operatorTransactions.operator, operator),
        isOf(signer),
        ne(operatorTransactions.state, 'DISPLACED'),
        gte(operatorTransactions.nonce, from),
        lt(operatorTransactions.nonce, below),
      ),
    )
    .orderBy(asc(operatorTransactions.nonce))
    .limit(50)
}

/** The nonce after the last one that a mined transaction of this account took; 0 before the first. */
export async function findNextNonce(db: Database, operator: OperatorName, signer: Address): Promise<number> {
  const [row] = await db
    .select({ nonce: operatorTransactions.nonce })
    .from(operatorTransactions)
    .where(
      and(
        eq(operatorTransactions.operator, operator),
        isOf(signer),
        inArray(operatorTransactions.state, ['MINED', 'CONFIRMED']),
      ),
    )
    .orderBy(desc(operatorTransactions.nonce))
    .limit(1)
  return row ? row.nonce + 1 : 0
}

type NewTransaction = {
  operator: OperatorName
  signer: Address
  nonce: number
  signed: Signed
  callIds: readonly string[]
}

/**
 * Stores signed bytes with the calls that they carry, in that order. Undefined when the nonce is taken already; throws
 * when one of the calls has moved, so that nothing is stored.
 */
export async function insertTransaction(
  tx: Transaction,
  { operator, signer, nonce, signed, callIds }: NewTransaction,
): Promise<OperatorTransactionRow | undefined> {
  const { transactionHash } = signed
  const [made] = await tx
    .insert(operatorTransactions)
    .values({ operator, signer, nonce, signed: [signed], transactionHash, callIds: [...callIds] })
    .onConflictDoNothing()
    .returning()
  if (!made) return undefined
  for (const [entry, id] of callIds.entries())
    if (!(await carry(tx, made, id, entry))) throw new Error(`call ${id} is no longer an intent`)
  return made
}

/**
 * Stores a displaced transaction again, as one in flight, with those of its calls that are still intents. Undefined
 * when another transaction has its nonce.
 */
export async function followAgain(
  tx: Transaction,
  { operator, signer, nonce, signed, transactionHash, callIds }: OperatorTransactionRow,
): Promise<OperatorTransactionRow | undefined> {
  const [made] = await tx
    .insert(operatorTransactions)
    .values({ operator, signer, nonce, signed, transactionHash, callIds })
    .onConflictDoNothing()
    .returning()
  if (!made) return undefined
  // Ignored because a call that has moved since is in another transaction.
  for (const [entry, id] of callIds.entries()) await carry(tx, made, id, entry)
  return made
}

/** False when the call is no intent any more. */
async function carry(tx: Transaction, { id }: OperatorTransactionRow, callId: string, entry: number): Promise<boolean> {
  const carried = await tx
    .update(operatorCalls)
    .set({ state: 'SENT', transactionId: id, entry, waitsFor: null, waitingSince: null })
    .where(and(eq(operatorCalls.id, callId), eq(operatorCalls.state, 'INTENT')))
    .returning({ id: operatorCalls.id })
  return carried.length > 0
}

type Change = Partial<
  Pick<typeof operatorTransactions.$inferInsert, 'bump' | 'signed' | 'transactionHash' | 'blockNumber' | 'blockHash'>
>

/** One guarded move; undefined when the transaction has moved since. Its calls are moved by the functions below. */
export async function moveTransaction(
  tx: Transaction,
  row: Pick<OperatorTransactionRow, 'id' | 'state' | 'bump'>,
  to: OperatorTransactionRow['state'],
  change: Change = {},
): Promise<OperatorTransactionRow | undefined> {
  const isEnd = to === 'CONFIRMED' || to === 'DISPLACED'
  const [moved] = await tx
    .update(operatorTransactions)
    .set({
      ...change,
      state: to,
      ...(to === 'SENT' && { sentAt: sql`now()` }),
      ...(isEnd && { endedAt: sql`now()` }),
    })
    .where(
      and(
        eq(operatorTransactions.id, row.id),
        eq(operatorTransactions.state, row.state),
        eq(operatorTransactions.bump, row.bump),
      ),
    )
    .returning()
  return moved
}

/** Notes that a transaction in flight was tried now. */
export async function noteTried(tx: Transaction, row: Pick<OperatorTransactionRow, 'id'>): Promise<void> {
  await tx
    .update(operatorTransactions)
    .set({ sentAt: sql`now()` })
    .where(and(eq(operatorTransactions.id, row.id), eq(operatorTransactions.state, 'SENT')))
}

const open = inArray(operatorCalls.state, ['SENT', 'MINED'])

/** The transaction was mined: what each entry failed with, by its index; the other entries had their effect. */
export function markCallsMined(
  tx: Transaction,
  transactionId: string,
  failures: Record<number, string>,
): Promise<OperatorCallRow[]> {
  const failure = sql`${JSON.stringify(failures)}::jsonb ->> ${operatorCalls.entry}::text`
  return tx
    .update(operatorCalls)
    .set({ state: 'MINED', failure, waitsFor: null, waitingSince: null })
    .where(and(eq(operatorCalls.transactionId, transactionId), open))
    .returning()
}

/** The transaction is in flight again. */
export async function markCallsSent(tx: Transaction, transactionId: string): Promise<void> {
  await tx
    .update(operatorCalls)
    .set({ state: 'SENT', failure: null })
    .where(and(eq(operatorCalls.transactionId, transactionId), open))
}

/** The transaction's block is final. */
export function endCalls(tx: Transaction, transactionId: string): Promise<OperatorCallRow[]> {
  const state = sql`case when ${operatorCalls.failure} is null then 'CONFIRMED' else 'FAILED' end`
  return tx
    .update(operatorCalls)
    .set({ state, endedAt: sql`now()` })
    .where(and(eq(operatorCalls.transactionId, transactionId), eq(operatorCalls.state, 'MINED')))
    .returning()
}

/** The transaction is not to be mined, so its calls are intents again. */
export function releaseCalls(tx: Transaction, transactionId: string): Promise<OperatorCallRow[]> {
  return tx
    .update(operatorCalls)
    .set({ state: 'INTENT', transactionId: null, entry: null, waitsFor: null, waitingSince: null })
    .where(and(eq(operatorCalls.transactionId, transactionId), eq(operatorCalls.state, 'SENT')))
    .returning()
}

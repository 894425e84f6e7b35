import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { pairings, runtimeConnections, runtimeKeys } from '#drizzle/schema/agents.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export type PairingRow = typeof pairings.$inferSelect
export type ConnectionRow = typeof runtimeConnections.$inferSelect
type NewPairing = Omit<typeof pairings.$inferInsert, 'state' | 'attempts'>

/** What the sealed columns are bound to. */
export const pairingPlace = (column: 'token' | 'credential', credentialId: string) =>
  `pairings.${column}/${credentialId}`

/** Opens a pairing; one that was still pending gives way to it and is returned. */
export async function insertPairing(
  tx: Transaction,
  row: NewPairing,
): Promise<{ made: PairingRow; displaced: PairingRow[] }> {
  const displaced = await tx
    .update(pairings)
    .set({ state: 'FAILED', detail: 'Another pairing token was given.', ...ended })
    .where(and(eq(pairings.agentId, row.agentId), eq(pairings.state, 'PENDING')))
    .returning()
  const made = onlyRow(await tx.insert(pairings).values(row).returning())
  return { made, displaced }
}

const ended = { tokenSealed: null, credentialSealed: null, endedAt: sql`now()` } as const

export async function findPendingPairing(
  db: Database,
  agentId: string,
): Promise<(PairingRow & { isExpired: boolean }) | undefined> {
  const [row] = await db
    .select({ pairing: pairings, isExpired: sql<boolean>`${pairings.expiresAt} <= now()` })
    .from(pairings)
    .where(and(eq(pairings.agentId, agentId), eq(pairings.state, 'PENDING')))
  return row && { ...row.pairing, isExpired: row.isExpired }
}

export async function findLastPairing(db: Database, agentId: string): Promise<PairingRow | undefined> {
  const [row] = await db
    .select()
    .from(pairings)
    .where(eq(pairings.agentId, agentId))
    .orderBy(desc(pairings.id))
    .limit(1)
  return row
}

type Answer = Pick<PairingRow, 'runtimeNonce' | 'software' | 'isolation'>

/** Keeps the first proven answer, so that every claim is the same; the pairing as it is then, unless it has ended. */
export async function notePairing(tx: Transaction, id: string, answer: Answer): Promise<PairingRow | undefined> {
  await tx
    .update(pairings)
    .set(answer)
    .where(and(eq(pairings.id, id), isNull(pairings.runtimeNonce)))
  const [row] = await tx
    .update(pairings)
    .set({ attempts: sql`${pairings.attempts} + 1` })
    .where(and(eq(pairings.id, id), eq(pairings.state, 'PENDING')))
    .returning()
  return row
}

/** Whether the pairing goes on; its row is held until the transaction ends, so that nobody can end it until then. */
export async function holdPairing(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: pairings.id })
    .from(pairings)
    .where(and(eq(pairings.id, id), eq(pairings.state, 'PENDING')))
    .for('update')
  return rows.length > 0
}

/** Ends a pending pairing and forgets its secrets; false when it has ended before. */
export async function endPairing(
  tx: Transaction,
  id: string,
  state: 'CLAIMED' | 'FAILED',
  detail: string | null,
): Promise<boolean> {
  const rows = await tx
    .update(pairings)
    .set({ state, detail, ...ended })
    .where(and(eq(pairings.id, id), eq(pairings.state, 'PENDING')))
    .returning({ id: pairings.id })
  return rows.length > 0
}

/** Whether a runtime has proved this key for an agent other than this one. */
export async function isKeyOfAnother(db: Database, key: `0x${string}`, agentId: string): Promise<boolean> {
  const [row] = await db.select().from(runtimeKeys).where(eq(runtimeKeys.key, key))
  return row !== undefined && row.agentId !== agentId
}

/** Books a proven key for this agent, for good; false when it is another agent's. */
export async function bookKey(tx: Transaction, key: `0x${string}`, agentId: string): Promise<boolean> {
  await tx.insert(runtimeKeys).values({ key, agentId }).onConflictDoNothing()
  return !(await isKeyOfAnother(tx, key, agentId))
}

export async function saveConnection(
  tx: Transaction,
  row: Pick<ConnectionRow, 'agentId' | 'address' | 'key' | 'software' | 'isolation'>,
): Promise<void> {
  const { agentId, ...facts } = row
  await tx
    .insert(runtimeConnections)
    .values(row)
    .onConflictDoUpdate({
      target: runtimeConnections.agentId,
      set: { ...facts, pairedAt: sql`now()`, disconnectedAt: null },
      setWhere: sql`${runtimeConnections.agentId} = ${agentId}`,
    })
}

export async function findConnectionOfAgent(db: Database, agentId: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(runtimeConnections).where(eq(runtimeConnections.agentId, agentId))
  return row
}

/** Notes the neighbourhood that the runtime calls from; false when it is the one that is known. */
export async function noteSeenFrom(tx: Transaction, agentId: string, seenFrom: string): Promise<boolean> {
  const rows = await tx
    .update(runtimeConnections)
    .set({ seenFrom })
    .where(
      and(eq(runtimeConnections.agentId, agentId), sql`${runtimeConnections.seenFrom} is distinct from ${seenFrom}`),
    )
    .returning({ id: runtimeConnections.agentId })
  return rows.length > 0
}

export async function markDisconnected(tx: Transaction, agentId: string): Promise<boolean> {
  const rows = await tx
    .update(runtimeConnections)
    .set({ disconnectedAt: sql`now()` })
    .where(and(eq(runtimeConnections.agentId, agentId), sql`${runtimeConnections.disconnectedAt} is null`))
    .returning({ id: runtimeConnections.agentId })
  return rows.length > 0
}

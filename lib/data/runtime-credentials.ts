import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { agents, runtimeConnections, runtimeCredentials } from '#drizzle/schema/agents.ts'
import type { AgentRow } from './agents.ts'
import type { Database, Transaction } from './database.ts'

export type CredentialRow = typeof runtimeCredentials.$inferSelect
export type RuntimeIdentity = {
  credential: CredentialRow & { isExpired: boolean; secondsSinceEnd: number | null; secondsLeft: number }
  agent: AgentRow
  isDisconnected: boolean
}

/** The credential of that id with its agent, whatever its state. */
export async function findRuntimeIdentity(db: Database, credentialId: string): Promise<RuntimeIdentity | undefined> {
  const [row] = await db
    .select({
      credential: runtimeCredentials,
      agent: agents,
      isDisconnected: sql<boolean>`coalesce(${runtimeConnections.disconnectedAt} is not null, true)`,
      isExpired: sql<boolean>`${runtimeCredentials.expiresAt} <= now()`,
      secondsSinceEnd: sql<number | null>`extract(epoch from now() - ${runtimeCredentials.endedAt})::float8`,
      secondsLeft: sql<number>`extract(epoch from ${runtimeCredentials.expiresAt} - now())::float8`,
    })
    .from(runtimeCredentials)
    .innerJoin(agents, eq(agents.id, runtimeCredentials.agentId))
    .leftJoin(runtimeConnections, eq(runtimeConnections.agentId, agents.id))
    .where(eq(runtimeCredentials.id, credentialId))
  if (!row) return undefined
  const { credential, agent, isDisconnected, ...age } = row
  return { credential: { ...credential, ...age }, agent, isDisconnected }
}

type NewCredential = Pick<CredentialRow, 'id' | 'agentId' | 'epoch' | 'key' | 'scopes' | 'state' | 'secretHash'>

/** Stores a credential good for `days`; one that was offered or pending before gives way. */
export async function insertCredential(tx: Transaction, row: NewCredential, days: number): Promise<CredentialRow> {
  await tx
    .update(runtimeCredentials)
    .set({ state: 'REVOKED', endedAt: sql`now()` })
    .where(and(eq(runtimeCredentials.agentId, row.agentId), inArray(runtimeCredentials.state, ['OFFERED', 'PENDING'])))
  const [made] = await tx
    .insert(runtimeCredentials)
    .values({ ...row, expiresAt: sql`now() + make_interval(days => ${days})` })
    .returning()
  if (!made) throw new Error('an insert returns its row')
  return made
}

export async function nextEpoch(tx: Transaction, agentId: string): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${runtimeCredentials.epoch}), 0)::int` })
    .from(runtimeCredentials)
    .where(eq(runtimeCredentials.agentId, agentId))
  return (row?.last ?? 0) + 1
}

/** First use of a pending credential: it becomes the live one and the one before retires, in one step. */
export async function activateCredential(
  tx: Transaction,
  credential: Pick<CredentialRow, 'id' | 'agentId'>,
): Promise<boolean> {
  await tx
    .update(runtimeCredentials)
    .set({ state: 'RETIRED', endedAt: sql`now()` })
    .where(
      and(
        eq(runtimeCredentials.agentId, credential.agentId),
        eq(runtimeCredentials.state, 'LIVE'),
        // Another request may have activated it meanwhile.
        ne(runtimeCredentials.id, credential.id),
      ),
    )
  const rows = await tx
    .update(runtimeCredentials)
    .set({ state: 'LIVE', activatedAt: sql`now()` })
    .where(and(eq(runtimeCredentials.id, credential.id), eq(runtimeCredentials.state, 'PENDING')))
    .returning({ id: runtimeCredentials.id })
  return rows.length > 0
}

/** Ends every credential of the agent; the next request with any of them is refused. */
export async function revokeCredentials(tx: Transaction, agentId: string): Promise<number> {
  const rows = await tx
    .update(runtimeCredentials)
    .set({ state: 'REVOKED', endedAt: sql`coalesce(${runtimeCredentials.endedAt}, now())` })
    .where(
      and(
        eq(runtimeCredentials.agentId, agentId),
        inArray(runtimeCredentials.state, ['OFFERED', 'PENDING', 'LIVE', 'RETIRED']),
      ),
    )
    .returning({ id: runtimeCredentials.id })
  return rows.length
}

/** Ends one credential, if it has not ended before. */
export async function revokeCredential(tx: Transaction, id: string): Promise<void> {
  await tx
    .update(runtimeCredentials)
    .set({ state: 'REVOKED', endedAt: sql`now()` })
    .where(and(eq(runtimeCredentials.id, id), inArray(runtimeCredentials.state, ['OFFERED', 'PENDING', 'LIVE'])))
}

export async function findCurrentCredential(db: Database, agentId: string): Promise<CredentialRow | undefined> {
  const [row] = await db
    .select()
    .from(runtimeCredentials)
    .where(and(eq(runtimeCredentials.agentId, agentId), eq(runtimeCredentials.state, 'LIVE')))
  return row
}

/** The rotation that is open for this agent: offered, or taken up and not used yet. */
export async function findOpenRotation(db: Database, agentId: string): Promise<CredentialRow | undefined> {
  const [row] = await db
    .select()
    .from(runtimeCredentials)
    .where(and(eq(runtimeCredentials.agentId, agentId), inArray(runtimeCredentials.state, ['OFFERED', 'PENDING'])))
    .orderBy(desc(runtimeCredentials.epoch))
    .limit(1)
  return row
}

/** The runtime made its secret: the offered credential can be used from now on. Repeating the same hash changes nothing. */
export async function takeUpRotation(tx: Transaction, id: string, secretHash: Buffer): Promise<boolean> {
  const rows = await tx
    .update(runtimeCredentials)
    .set({ state: 'PENDING', secretHash })
    .where(
      and(
        eq(runtimeCredentials.id, id),
        sql`(${runtimeCredentials.state} = 'OFFERED' or (${runtimeCredentials.state} = 'PENDING' and ${runtimeCredentials.secretHash} = ${secretHash}))`,
      ),
    )
    .returning({ id: runtimeCredentials.id })
  return rows.length > 0
}

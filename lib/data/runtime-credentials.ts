import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { agents, runtimeConnections, runtimeCredentials } from '#drizzle/schema/agents.ts'
import type { AgentRow } from './agents.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export type CredentialRow = typeof runtimeCredentials.$inferSelect
export type RuntimeIdentity = {
  credential: CredentialRow & { isExpired: boolean; secondsSinceEnd: number | null; secondsLeft: number }
  agent: AgentRow
  isDisconnected: boolean
  /** The neighbourhood of the last call that was noted. */
  seenFrom: string | null
}
/** A credential whose end a statement brought about. */
export type EndedCredential = Pick<CredentialRow, 'id' | 'epoch' | 'key'>

const runtimeIdentity = builtOnce((db) =>
  db
    .select({
      credential: runtimeCredentials,
      agent: agents,
      seenFrom: runtimeConnections.seenFrom,
      isDisconnected: sql<boolean>`coalesce(${runtimeConnections.disconnectedAt} is not null, true)`,
      isExpired: sql<boolean>`${runtimeCredentials.expiresAt} <= now()`,
      secondsSinceEnd: sql<number | null>`extract(epoch from now() - ${runtimeCredentials.endedAt})::float8`,
      secondsLeft: sql<number>`extract(epoch from ${runtimeCredentials.expiresAt} - now())::float8`,
    })
    .from(runtimeCredentials)
    .innerJoin(agents, eq(agents.id, runtimeCredentials.agentId))
    .leftJoin(runtimeConnections, eq(runtimeConnections.agentId, agents.id))
    .where(eq(runtimeCredentials.id, sql.placeholder('credentialId'))),
)

/** The credential of that id with its agent, whatever its state. */
export async function findRuntimeIdentity(db: Database, credentialId: string): Promise<RuntimeIdentity | undefined> {
  const [row] = await runtimeIdentity(db).execute({ credentialId })
  if (!row) return undefined
  const { credential, agent, isDisconnected, seenFrom, ...age } = row
  return { credential: { ...credential, ...age }, agent, isDisconnected, seenFrom }
}

type NewCredential = Pick<CredentialRow, 'id' | 'agentId' | 'epoch' | 'key' | 'scopes' | 'state' | 'secretHash'>

/** What is returned about a credential that has ended. */
const ended = { id: runtimeCredentials.id, epoch: runtimeCredentials.epoch, key: runtimeCredentials.key }

/** Stores a credential good for `days`; one that was offered or pending before gives way and is returned. */
export async function insertCredential(
  tx: Transaction,
  row: NewCredential,
  days: number,
): Promise<{ made: CredentialRow; displaced: EndedCredential[] }> {
  const displaced = await tx
    .update(runtimeCredentials)
    .set({ state: 'REVOKED', endedAt: sql`now()` })
    .where(and(eq(runtimeCredentials.agentId, row.agentId), inArray(runtimeCredentials.state, ['OFFERED', 'PENDING'])))
    .returning(ended)
  const made = onlyRow(
    await tx
      .insert(runtimeCredentials)
      .values({ ...row, expiresAt: sql`now() + make_interval(days => ${days})` })
      .returning(),
  )
  return { made, displaced }
}

export async function nextEpoch(tx: Transaction, agentId: string): Promise<number> {
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(${runtimeCredentials.epoch}), 0)::int` })
    .from(runtimeCredentials)
    .where(eq(runtimeCredentials.agentId, agentId))
  return (row?.last ?? 0) + 1
}

/**
 * First use of a pending credential: it becomes the live one and the one before retires, in one step. Tells which retired;
 * undefined when it is not pending any more. The caller holds the agent's row.
 */
export async function activateCredential(
  tx: Transaction,
  credential: Pick<CredentialRow, 'id' | 'agentId'>,
): Promise<EndedCredential[] | undefined> {
  const [open] = await tx
    .select({ id: runtimeCredentials.id })
    .from(runtimeCredentials)
    .where(and(eq(runtimeCredentials.id, credential.id), eq(runtimeCredentials.state, 'PENDING')))
  if (!open) return undefined
  const retired = await tx
    .update(runtimeCredentials)
    .set({ state: 'RETIRED', endedAt: sql`now()` })
    .where(and(eq(runtimeCredentials.agentId, credential.agentId), eq(runtimeCredentials.state, 'LIVE')))
    .returning(ended)
  await tx
    .update(runtimeCredentials)
    .set({ state: 'LIVE', activatedAt: sql`now()` })
    .where(eq(runtimeCredentials.id, credential.id))
  return retired
}

/** Whether this credential is the live one at this moment. */
export async function isLive(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: runtimeCredentials.id })
    .from(runtimeCredentials)
    .where(and(eq(runtimeCredentials.id, id), eq(runtimeCredentials.state, 'LIVE')))
  return rows.length > 0
}

/** Ends every credential of the agent; the next request with any of them is refused. */
export function revokeCredentials(tx: Transaction, agentId: string): Promise<EndedCredential[]> {
  return tx
    .update(runtimeCredentials)
    .set({ state: 'REVOKED', endedAt: sql`coalesce(${runtimeCredentials.endedAt}, now())` })
    .where(
      and(
        eq(runtimeCredentials.agentId, agentId),
        inArray(runtimeCredentials.state, ['OFFERED', 'PENDING', 'LIVE', 'RETIRED']),
      ),
    )
    .returning(ended)
}

/** Ends one credential, if it has not ended before. */
export function revokeCredential(tx: Transaction, id: string): Promise<EndedCredential[]> {
  return tx
    .update(runtimeCredentials)
    .set({ state: 'REVOKED', endedAt: sql`now()` })
    .where(and(eq(runtimeCredentials.id, id), inArray(runtimeCredentials.state, ['OFFERED', 'PENDING', 'LIVE'])))
    .returning(ended)
}

export type ExpiringCredential = EndedCredential & { agentId: string; userId: string; expiresAt: Date }

/**
 * Live credentials that end within so many seconds and whose owner has not been notified yet, the first to end first.
 */
export function listExpiringToNotify(db: Database, withinSeconds: number): Promise<ExpiringCredential[]> {
  return db
    .select({ ...ended, agentId: agents.id, userId: agents.userId, expiresAt: runtimeCredentials.expiresAt })
    .from(runtimeCredentials)
    .innerJoin(agents, eq(agents.id, runtimeCredentials.agentId))
    .where(
      and(
        eq(runtimeCredentials.state, 'LIVE'),
        sql`${runtimeCredentials.expiresAt} < now() + make_interval(secs => ${withinSeconds})`,
        sql`not exists (select 1 from events e where e.subject_type = 'agent' and e.subject_id = ${agents.id}::text
          and e.name = 'agent.credential_expiring' and e.evidence->>'credential' = ${runtimeCredentials.id}::text)`,
      ),
    )
    .orderBy(runtimeCredentials.expiresAt)
    .limit(100)
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

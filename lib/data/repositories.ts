import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import {
  githubConnections,
  githubInstallations,
  githubInstallStates,
  repositoryAccesses,
} from '#drizzle/schema/repositories.ts'
import type { HostInstallation, HostRepository } from '#lib/ports/code-host.ts'
import type { Database, Transaction } from './database.ts'

export type ConnectionRow = typeof githubConnections.$inferSelect
export type InstallationRow = typeof githubInstallations.$inferSelect
export type AccessRow = typeof repositoryAccesses.$inferSelect

export async function insertInstallState(
  tx: Transaction,
  row: { stateHash: Uint8Array; sessionId: string; userId: string },
): Promise<{ expiresAt: Date }> {
  const [made] = await tx
    .insert(githubInstallStates)
    .values({ ...row, expiresAt: sql`now() + interval '10 minutes'` })
    .returning({ expiresAt: githubInstallStates.expiresAt })
  if (!made) throw new Error('an insert returns its row')
  return made
}

/** Uses a state up; false when it is unknown, used, expired or of another session. */
export async function consumeInstallState(tx: Transaction, stateHash: Uint8Array, sessionId: string): Promise<boolean> {
  const rows = await tx
    .update(githubInstallStates)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(githubInstallStates.stateHash, stateHash),
        eq(githubInstallStates.sessionId, sessionId),
        isNull(githubInstallStates.usedAt),
        gt(githubInstallStates.expiresAt, sql`now()`),
      ),
    )
    .returning({ id: githubInstallStates.id })
  return rows.length > 0
}

export async function findConnection(db: Database, userId: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(githubConnections).where(eq(githubConnections.userId, userId))
  return row
}

/** Throws a unique violation when the host account is connected by somebody else. */
export async function saveConnection(tx: Transaction, row: Omit<ConnectionRow, 'connectedAt'>): Promise<void> {
  await tx.insert(githubConnections).values(row).onConflictDoUpdate({ target: githubConnections.userId, set: row })
}

/** Links the person to the installation, or refreshes what is known of it. */
export async function saveInstallation(tx: Transaction, userId: string, installation: HostInstallation): Promise<void> {
  const facts = {
    accountLogin: installation.accountLogin,
    accountType: installation.accountType,
    repositorySelection: installation.repositorySelection,
    suspendedAt: installation.suspendedAt,
    disconnectedAt: null,
    checkedAt: sql`now()`,
  }
  await tx
    .insert(githubInstallations)
    .values({ userId, installationId: installation.id, ...facts })
    .onConflictDoUpdate({ target: [githubInstallations.userId, githubInstallations.installationId], set: facts })
}

/** Makes the person's rows of one installation equal to what the host lists for that person. */
export async function replaceAccesses(
  tx: Transaction,
  userId: string,
  installationId: number,
  repositories: readonly HostRepository[],
): Promise<void> {
  const kept = repositories.map((repository) => repository.id)
  await tx
    .update(repositoryAccesses)
    .set({ removedAt: sql`now()` })
    .where(
      and(
        eq(repositoryAccesses.userId, userId),
        eq(repositoryAccesses.installationId, installationId),
        isNull(repositoryAccesses.removedAt),
        kept.length > 0 ? sql`not (${inArray(repositoryAccesses.repositoryId, kept)})` : undefined,
      ),
    )
  for (const repository of repositories) await saveAccess(tx, userId, installationId, repository)
}

export async function saveAccess(
  tx: Transaction,
  userId: string,
  installationId: number,
  repository: HostRepository,
): Promise<void> {
  const { id: repositoryId, ...facts } = repository
  const set = { ...facts, installationId, removedAt: null, checkedAt: sql`now()` }
  await tx
    .insert(repositoryAccesses)
    .values({ userId, repositoryId, ...set })
    .onConflictDoUpdate({ target: [repositoryAccesses.userId, repositoryAccesses.repositoryId], set })
}

export async function markAccessRemoved(tx: Transaction, id: string): Promise<void> {
  await tx.update(repositoryAccesses).set({ removedAt: sql`now()` }).where(eq(repositoryAccesses.id, id))
}

export function listInstallations(db: Database, userId: string): Promise<InstallationRow[]> {
  return db
    .select()
    .from(githubInstallations)
    .where(and(eq(githubInstallations.userId, userId), isNull(githubInstallations.disconnectedAt)))
    .orderBy(githubInstallations.accountLogin)
}

export function listAccesses(db: Database, userId: string): Promise<AccessRow[]> {
  return db
    .select()
    .from(repositoryAccesses)
    .where(and(eq(repositoryAccesses.userId, userId), isNull(repositoryAccesses.removedAt)))
    .orderBy(repositoryAccesses.fullName)
    .limit(500)
}

export async function findAccess(
  db: Database,
  userId: string,
  by: { id: string } | { fullName: string },
): Promise<AccessRow | undefined> {
  const match =
    'id' in by
      ? eq(repositoryAccesses.id, by.id)
      : eq(sql`lower(${repositoryAccesses.fullName})`, by.fullName.toLowerCase())
  const [row] = await db
    .select()
    .from(repositoryAccesses)
    .where(and(eq(repositoryAccesses.userId, userId), match, isNull(repositoryAccesses.removedAt)))
  return row
}

/** The people who are linked to an installation. */
export async function listInstallationUsers(db: Database, installationId: number): Promise<string[]> {
  const rows = await db
    .select({ userId: githubInstallations.userId })
    .from(githubInstallations)
    .where(and(eq(githubInstallations.installationId, installationId), isNull(githubInstallations.disconnectedAt)))
  return rows.map((row) => row.userId)
}

/** Ends one person's link: the installation and its repositories are closed to that person at once. */
export async function closeInstallation(tx: Transaction, userId: string, installationId: number): Promise<void> {
  const person = (table: typeof githubInstallations | typeof repositoryAccesses) =>
    and(eq(table.userId, userId), eq(table.installationId, installationId))
  await tx.update(githubInstallations).set({ disconnectedAt: sql`now()` }).where(person(githubInstallations))
  await tx.update(repositoryAccesses).set({ removedAt: sql`now()` }).where(person(repositoryAccesses))
}

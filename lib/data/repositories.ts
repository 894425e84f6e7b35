import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { githubConnections, githubInstallations, repositoryAccesses } from '#drizzle/schema/repositories.ts'
import type { HostInstallation, HostRepository } from '../ports/code-host.ts'
import type { Database, Transaction } from './database.ts'
import { onlyRow } from './only-row.ts'

export type ConnectionRow = typeof githubConnections.$inferSelect
export type InstallationRow = typeof githubInstallations.$inferSelect
export type AccessRow = typeof repositoryAccesses.$inferSelect
export type Grant = Pick<ConnectionRow, 'accessTokenSealed' | 'refreshTokenSealed' | 'accessTokenExpiresAt'>

/** The database's time now. What is read from the host is dated by when the reading began, so that an older reading never replaces a newer one. */
export async function readClock(db: Database): Promise<string> {
  const row = onlyRow(await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`))
  return row.now
}

export async function findConnection(db: Database, userId: string): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(githubConnections).where(eq(githubConnections.userId, userId))
  return row
}

export async function findConnectionOfAccount(db: Database, githubUserId: number): Promise<ConnectionRow | undefined> {
  const [row] = await db.select().from(githubConnections).where(eq(githubConnections.githubUserId, githubUserId))
  return row
}

/** Connects the person to a host account; throws a unique violation when another person has connected it. */
export async function saveConnection(
  tx: Transaction,
  row: Omit<ConnectionRow, 'connectedAt' | 'refusedAt'>,
): Promise<void> {
  const set = { ...row, refusedAt: null }
  await tx.insert(githubConnections).values(row).onConflictDoUpdate({ target: githubConnections.userId, set })
}

/** The row as it is now; nobody else changes it until the transaction ends. */
export async function lockConnection(tx: Transaction, userId: string): Promise<ConnectionRow | undefined> {
  const [row] = await tx.select().from(githubConnections).where(eq(githubConnections.userId, userId)).for('update')
  return row
}

/** Keeps a renewed grant in place of the one that is there. */
export async function renewConnection(tx: Transaction, userId: string, grant: Grant): Promise<void> {
  await tx
    .update(githubConnections)
    .set({ ...grant, refusedAt: null })
    .where(eq(githubConnections.userId, userId))
}

/** Notes that the host no longer accepts the connection; false when it was noted before. */
export async function refuseConnection(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx
    .update(githubConnections)
    .set({ refusedAt: sql`now()` })
    .where(and(eq(githubConnections.userId, userId), isNull(githubConnections.refusedAt)))
    .returning({ userId: githubConnections.userId })
  return rows.length > 0
}

export function listInstallations(db: Database, userId: string): Promise<InstallationRow[]> {
  return db
    .select()
    .from(githubInstallations)
    .where(and(eq(githubInstallations.userId, userId), isNull(githubInstallations.disconnectedAt)))
    .orderBy(githubInstallations.accountLogin)
}

/** The person's link to an installation, ended or not. */
export async function findInstallation(
  db: Database,
  userId: string,
  installationId: number,
): Promise<InstallationRow | undefined> {
  const [row] = await db.select().from(githubInstallations).where(isLink(userId, installationId))
  return row
}

/** Locks the person's link for this transaction, and tells whether it was read from the host after `readAt`. */
export async function lockInstallation(
  tx: Transaction,
  userId: string,
  installationId: number,
  readAt: string,
): Promise<{ installation: InstallationRow; isNewer: boolean } | undefined> {
  const [row] = await tx
    .select({ installation: githubInstallations, isNewer: sql<boolean>`checked_at > ${readAt}::timestamptz` })
    .from(githubInstallations)
    .where(isLink(userId, installationId))
    .for('update')
  return row
}

/** Links the person to the installation, or refreshes what is known of it. */
export async function saveInstallation(
  tx: Transaction,
  userId: string,
  installation: HostInstallation,
  readAt: string,
): Promise<void> {
  const facts = {
    accountLogin: installation.accountLogin,
    accountType: installation.accountType,
    repositorySelection: installation.repositorySelection,
    suspendedAt: installation.suspendedAt,
    disconnectedAt: null,
    checkedAt: at(readAt),
  }
  await tx
    .insert(githubInstallations)
    .values({ userId, installationId: installation.id, ...facts })
    .onConflictDoUpdate({ target: [githubInstallations.userId, githubInstallations.installationId], set: facts })
}

/** Notes that the host was asked, where its answer gave no reason to change anything. */
export async function touchInstallation(tx: Transaction, userId: string, installationId: number): Promise<void> {
  await tx.update(githubInstallations).set({ checkedAt: sql`now()` }).where(isLink(userId, installationId))
}

/** Ends the person's link to an installation. */
export async function endInstallation(tx: Transaction, userId: string, installationId: number): Promise<void> {
  await tx
    .update(githubInstallations)
    .set({ disconnectedAt: sql`now()`, checkedAt: sql`clock_timestamp()` })
    .where(isLink(userId, installationId))
}

/** Links that were not read from the host for `seconds`, of people whose connection is accepted; the oldest first. */
export function listUncheckedInstallations(db: Database, seconds: number, limit: number): Promise<InstallationRow[]> {
  return db
    .select({ installation: githubInstallations })
    .from(githubInstallations)
    .innerJoin(githubConnections, eq(githubConnections.userId, githubInstallations.userId))
    .where(
      and(
        isNull(githubInstallations.disconnectedAt),
        isNull(githubConnections.refusedAt),
        lt(githubInstallations.checkedAt, sql`now() - make_interval(secs => ${seconds})`),
      ),
    )
    .orderBy(asc(githubInstallations.checkedAt))
    .limit(limit)
    .then((rows) => rows.map((row) => row.installation))
}

export type Link = { userId: string; installationId: number }

/** Links that an event about this installation or this repository may concern and that were not read since `after`. */
export async function listConcernedLinks(
  db: Database,
  about: { installationId: number | null; repositoryId: number | null },
  after: Date,
): Promise<Link[]> {
  const { userId, installationId, disconnectedAt, checkedAt } = githubInstallations
  const ofRepository = db
    .select({ userId: repositoryAccesses.userId })
    .from(repositoryAccesses)
    .where(
      and(
        eq(repositoryAccesses.repositoryId, about.repositoryId ?? 0),
        isNull(repositoryAccesses.removedAt),
        eq(repositoryAccesses.userId, userId),
        eq(repositoryAccesses.installationId, installationId),
      ),
    )
  return db
    .select({ userId, installationId })
    .from(githubInstallations)
    .where(
      and(
        isNull(disconnectedAt),
        lte(checkedAt, after),
        or(eq(installationId, about.installationId ?? 0), sql`exists ${ofRepository}`),
      ),
    )
    .orderBy(userId, installationId)
}

export function listAccesses(db: Database, userId: string): Promise<AccessRow[]> {
  return db
    .select()
    .from(repositoryAccesses)
    .where(and(eq(repositoryAccesses.userId, userId), isNull(repositoryAccesses.removedAt)))
    .orderBy(repositoryAccesses.fullName)
    .limit(500)
}

/** The repositories that one link of the person gives, in the order of their ids. */
export function listLinkAccesses(db: Database, { userId, installationId }: Link): Promise<AccessRow[]> {
  return db
    .select()
    .from(repositoryAccesses)
    .where(
      and(
        eq(repositoryAccesses.userId, userId),
        eq(repositoryAccesses.installationId, installationId),
        isNull(repositoryAccesses.removedAt),
      ),
    )
    .orderBy(repositoryAccesses.repositoryId)
}

export type AccessKey = { id: string } | { fullName: string } | { repositoryId: number }

export async function findAccess(db: Database, userId: string, by: AccessKey): Promise<AccessRow | undefined> {
  const [row] = await db
    .select()
    .from(repositoryAccesses)
    .where(and(eq(repositoryAccesses.userId, userId), matches(by), isNull(repositoryAccesses.removedAt)))
    .limit(1)
  return row
}

function matches(by: AccessKey) {
  if ('id' in by) return eq(repositoryAccesses.id, by.id)
  if ('repositoryId' in by) return eq(repositoryAccesses.repositoryId, by.repositoryId)
  return eq(sql`lower(${repositoryAccesses.fullName})`, by.fullName.toLowerCase())
}

/** Saves what the host says of these repositories for this person, unless a newer reading was saved; gives what was. */
export async function saveAccesses(
  tx: Transaction,
  { userId, installationId }: Link,
  repositories: readonly HostRepository[],
  readAt: string,
): Promise<AccessRow[]> {
  const saved: AccessRow[] = []
  for (let from = 0; from < repositories.length; from += 500) {
    const rows = repositories.slice(from, from + 500).map(({ id: repositoryId, ...facts }) => ({
      userId,
      installationId,
      repositoryId,
      ...facts,
      checkedAt: at(readAt),
    }))
    const written = await tx
      .insert(repositoryAccesses)
      .values(rows)
      .onConflictDoUpdate({
        target: [repositoryAccesses.userId, repositoryAccesses.repositoryId],
        set: { ...excludedFacts, removedAt: null },
        setWhere: lte(repositoryAccesses.checkedAt, at(readAt)),
      })
      .returning()
    saved.push(...written)
  }
  return saved
}

const excludedFacts = {
  installationId: sql`excluded.installation_id`,
  fullName: sql`excluded.full_name`,
  private: sql`excluded.private`,
  archived: sql`excluded.archived`,
  defaultBranch: sql`excluded.default_branch`,
  language: sql`excluded.language`,
  openIssues: sql`excluded.open_issues`,
  canPull: sql`excluded.can_pull`,
  canPush: sql`excluded.can_push`,
  checkedAt: sql`excluded.checked_at`,
}

/** Closes repositories of one link, unless a newer reading was saved; gives those that it closed. */
export async function closeAccesses(
  tx: Transaction,
  { userId, installationId }: Link,
  ids: readonly string[],
  readAt: string,
): Promise<AccessRow[]> {
  if (ids.length === 0) return []
  return tx
    .update(repositoryAccesses)
    .set({ removedAt: sql`now()` })
    .where(
      and(
        inArray(repositoryAccesses.id, [...ids]),
        eq(repositoryAccesses.userId, userId),
        eq(repositoryAccesses.installationId, installationId),
        lte(repositoryAccesses.checkedAt, at(readAt)),
      ),
    )
    .returning()
}

function isLink(userId: string, installationId: number) {
  return and(eq(githubInstallations.userId, userId), eq(githubInstallations.installationId, installationId))
}

function at(readAt: string) {
  return sql<Date>`${readAt}::timestamptz`
}

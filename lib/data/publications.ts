import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { publications } from '#drizzle/schema/publications.ts'
import type { Database, Transaction } from './database.ts'

export type PublicationRow = typeof publications.$inferSelect

/** How long one attempt has before another may begin. */
const turn = sql`make_interval(secs => 60)`
const isFree = or(isNull(publications.lookedAt), sql`${publications.lookedAt} < now() - ${turn}`)

export async function findPublication(db: Database, onchainJobId: bigint): Promise<PublicationRow | undefined> {
  const [row] = await db.select().from(publications).where(eq(publications.onchainJobId, onchainJobId))
  return row
}

/** Asks for a job's publication once; undefined when it was asked for before. */
export async function insertPublication(
  tx: Transaction,
  row: Pick<PublicationRow, 'onchainJobId' | 'userId' | 'requestedBy' | 'resultCommitment' | 'repositoryId' | 'branch'>,
): Promise<PublicationRow | undefined> {
  const [made] = await tx.insert(publications).values(row).onConflictDoNothing().returning()
  return made
}

/** Has a failed publication tried again; undefined when it has not failed. */
export async function reopenPublication(tx: Transaction, id: string): Promise<PublicationRow | undefined> {
  const [row] = await tx
    .update(publications)
    .set({ state: 'REQUESTED', lookedAt: null, updatedAt: sql`now()` })
    .where(and(eq(publications.id, id), eq(publications.state, 'FAILED')))
    .returning()
  return row
}

/** Takes the turn to publish for a minute; undefined when it is over or taken. */
export async function beginPublication(tx: Transaction, onchainJobId: bigint): Promise<PublicationRow | undefined> {
  const [row] = await tx
    .update(publications)
    .set({ lookedAt: sql`now()`, attempts: sql`${publications.attempts} + 1` })
    .where(and(eq(publications.onchainJobId, onchainJobId), eq(publications.state, 'REQUESTED'), isFree))
    .returning()
  return row
}

export type Progress = Partial<
  Pick<
    typeof publications.$inferInsert,
    'state' | 'headCommit' | 'pullRequestNumber' | 'pullRequestUrl' | 'checkRunUrl' | 'detail'
  >
>

/** Notes how far an open publication has come; undefined when it is over. */
export async function changePublication(
  tx: Transaction,
  id: string,
  progress: Progress,
): Promise<PublicationRow | undefined> {
  const [row] = await tx
    .update(publications)
    .set({ ...progress, updatedAt: sql`now()`, ...(progress.state === 'PUBLISHED' && { publishedAt: sql`now()` }) })
    .where(and(eq(publications.id, id), eq(publications.state, 'REQUESTED')))
    .returning()
  return row
}

/** Publications whose turn nobody has, oldest look first. */
export async function listOpenPublications(db: Database, limit: number): Promise<bigint[]> {
  const rows = await db
    .select({ id: publications.onchainJobId })
    .from(publications)
    .where(and(eq(publications.state, 'REQUESTED'), isFree))
    .orderBy(sql`${publications.lookedAt} asc nulls first`)
    .limit(limit)
  return rows.map((row) => row.id)
}

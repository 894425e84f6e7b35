import { and, eq, isNull, sql } from 'drizzle-orm'
import { publicAllowance, publicRepositories } from '#drizzle/schema/discovery.ts'
import type { Allowance } from '../ports/public-host.ts'
import type { Database, Transaction } from './database.ts'

export type PublicRepositoryRow = typeof publicRepositories.$inferSelect

/** Makes exactly these the listed ones; others stay as candidates. */
export async function saveListed(tx: Transaction, fullNames: readonly string[]): Promise<void> {
  const names = [...fullNames]
  for (const fullName of names)
    await tx
      .insert(publicRepositories)
      .values({ fullName, owner: ownerOf(fullName), isListed: true })
      .onConflictDoUpdate({
        target: publicRepositories.fullName,
        set: { isListed: true, nextReadAt: sql`now()` },
        setWhere: eq(publicRepositories.isListed, false),
      })
  await tx.execute(sql`
    update public_repositories set is_listed = false, next_read_at = now()
    where is_listed and full_name <> all(${sql.param(names)}::text[])`)
}

/** Repositories of people's installations that were public when they were last read; each is checked separately. */
export async function addCandidates(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into public_repositories (repository_id, full_name, owner)
    select distinct on (a.repository_id) a.repository_id, a.full_name, split_part(a.full_name, '/', 1)
    from repository_accesses a
    where not a.private and a.removed_at is null
      and not exists (select 1 from public_repositories p
        where p.repository_id = a.repository_id or p.full_name = a.full_name)
    on conflict do nothing`)
}

/** Takes the turn to read the repositories that are due, for a minute. */
export async function takeDueRepositories(tx: Transaction, limit: number): Promise<PublicRepositoryRow[]> {
  const due = sql`${publicRepositories.id} in (
    select id from public_repositories where next_read_at <= now()
    order by next_read_at limit ${limit} for update skip locked)`
  return tx.update(publicRepositories).set({ nextReadAt: sql`now() + interval '1 minute'` }).where(due).returning()
}

export async function changeRepository(
  tx: Transaction,
  id: string,
  facts: Partial<PublicRepositoryRow>,
  nextReadSeconds: number,
): Promise<void> {
  await tx
    .update(publicRepositories)
    .set({ ...facts, readAt: sql`now()`, nextReadAt: sql`now() + make_interval(secs => ${nextReadSeconds})` })
    .where(eq(publicRepositories.id, id))
}

/** Another row that has this number already; the one that was found by its name gives way to it. */
export async function findByNumber(db: Database, repositoryId: number): Promise<PublicRepositoryRow | undefined> {
  const [row] = await db.select().from(publicRepositories).where(eq(publicRepositories.repositoryId, repositoryId))
  return row
}

/** Whether the repository is indexed, which it stays while the transaction lasts. */
export async function lockIndexed(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ isIndexed: publicRepositories.isIndexed })
    .from(publicRepositories)
    .where(eq(publicRepositories.id, id))
    .for('no key update')
  return row?.isIndexed ?? false
}

export async function dropRepository(tx: Transaction, id: string): Promise<void> {
  await tx.delete(publicRepositories).where(and(eq(publicRepositories.id, id), isNull(publicRepositories.repositoryId)))
}

/** Has the repository read as soon as possible. */
export async function hurryRepository(tx: Transaction, repositoryId: number): Promise<void> {
  await tx
    .update(publicRepositories)
    .set({ nextReadAt: sql`now()` })
    .where(eq(publicRepositories.repositoryId, repositoryId))
}

/** How many requests a stranger may still make; undefined while that is not known or was renewed. */
export async function findAllowance(db: Database): Promise<{ remaining: number; secondsLeft: number } | undefined> {
  const [row] = await db
    .select({
      remaining: publicAllowance.remaining,
      secondsLeft: sql<number>`extract(epoch from ${publicAllowance.resetAt} - now())::float8`,
    })
    .from(publicAllowance)
    .where(sql`${publicAllowance.resetAt} > now()`)
  return row
}

export async function saveAllowance(tx: Transaction, allowance: NonNullable<Allowance>): Promise<void> {
  await tx
    .insert(publicAllowance)
    .values(allowance)
    .onConflictDoUpdate({
      target: publicAllowance.only,
      set: allowance,
      setWhere: sql`${publicAllowance.resetAt} < ${allowance.resetAt.toISOString()}::timestamptz
        or ${publicAllowance.remaining} > ${allowance.remaining}`,
    })
}

function ownerOf(fullName: string): string {
  return fullName.split('/')[0] ?? ''
}

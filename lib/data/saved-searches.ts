import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { events } from '#drizzle/schema/jobs.ts'
import { savedSearches } from '#drizzle/schema/saved-searches.ts'
import type { IssueFilter } from '../domain/discovery.ts'
import { alertedIssuesMax, fromStoredFilter, searchRestoreMinutes, toStoredFilter } from '../domain/saved-search.ts'
import type { Database, Transaction } from './database.ts'
import { allOf, conditionsOf } from './public-issue-filter.ts'

export type SavedSearch = { id: string; userId: string; name: string; filter: IssueFilter; createdAt: Date }
type Row = typeof savedSearches.$inferSelect

const toSaved = ({ filter, ...row }: Row) => ({ ...row, filter: fromStoredFilter(filter) })

/** A person's saved searches, newest first. */
export async function listSavedSearches(db: Database, userId: string): Promise<SavedSearch[]> {
  const rows = await db
    .select()
    .from(savedSearches)
    .where(eq(savedSearches.userId, userId))
    .orderBy(desc(savedSearches.id))
  return rows.map(toSaved)
}

/** The person's own search; undefined for a foreign or unknown id alike. */
export async function findSavedSearch(db: Database, userId: string, id: string): Promise<SavedSearch | undefined> {
  const [row] = await db
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
  return row && toSaved(row)
}

/**
 * Saves the search unless the person has saved the same filter, which is returned as it is, or has `max` of them
 * (undefined). A person's are saved one after the other. Only the id of a search that they have just deleted is taken over.
 */
export async function insertSavedSearch(
  tx: Transaction,
  { id, ...row }: Pick<SavedSearch, 'userId' | 'name' | 'filter'> & { id?: string | undefined },
  max: number,
): Promise<{ search: SavedSearch; isNew: boolean } | undefined> {
  await tx.execute(sql`select 1 from users where id = ${row.userId} for no key update`)
  const filter = toStoredFilter(row.filter)
  const [same] = await tx
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.userId, row.userId), eq(savedSearches.filter, filter)))
  if (same) return { search: toSaved(same), isNew: false }
  const [own] = await tx.select({ saved: count() }).from(savedSearches).where(eq(savedSearches.userId, row.userId))
  if ((own?.saved ?? 0) >= max) return undefined
  const [made] = await tx
    .insert(savedSearches)
    .values({ ...row, filter, ...(id && (await isJustDeleted(tx, row.userId, id)) && { id }) })
    .returning()
  return made && { search: toSaved(made), isNew: true }
}

/** Whether the person deleted the search of that id within the last minutes, and it is not back yet. */
async function isJustDeleted(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: events.id })
    .from(events)
    .where(
      and(
        eq(events.subjectType, 'saved_search'),
        eq(events.subjectId, id),
        eq(events.userId, userId),
        eq(events.name, 'saved_search.deleted'),
        sql`${events.createdAt} > now() - make_interval(mins => ${searchRestoreMinutes})`,
        sql`not exists (select 1 from saved_searches s where s.id = ${id}::uuid)`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Whether there was such a search of the person's. */
export async function deleteSavedSearch(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(savedSearches)
    .where(and(eq(savedSearches.id, id), eq(savedSearches.userId, userId)))
    .returning({ id: savedSearches.id })
  return rows.length > 0
}

/** Ids of the searches that have waited longest to be checked. */
export async function listDueSearches(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(sql`${savedSearches.nextCheckAt} <= now()`)
    .orderBy(asc(savedSearches.nextCheckAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Locks a search that is due; undefined when another worker checks it, or it is due no more. */
export async function takeDueSearch(
  tx: Transaction,
  id: string,
): Promise<(SavedSearch & { checkedUntil: Date }) | undefined> {
  const [row] = await tx
    .select()
    .from(savedSearches)
    .where(and(eq(savedSearches.id, id), sql`${savedSearches.nextCheckAt} <= now()`))
    .for('update', { skipLocked: true })
  return row && toSaved(row)
}

/**
 * Issues of this filter that became news after one moment, and up to another; no more than are counted. Fails after three
 * seconds, for which others wait.
 */
export async function countNews(tx: Transaction, filter: IssueFilter, since: Date, until: Date): Promise<number> {
  await tx.execute(sql`set local statement_timeout = '3s'`)
  const conditions = [
    sql`p.news_at > ${since.toISOString()}::timestamptz and p.news_at <= ${until.toISOString()}::timestamptz`,
    ...conditionsOf(filter).values(),
  ]
  const [row] = await tx.execute<{ news: number }>(sql`
    select count(*)::int as news from (
      select 1 from public_issues p where ${allOf(conditions)} limit ${alertedIssuesMax}) found`)
  return row?.news ?? 0
}

/** Now, less the time that a write of issues may take until others see it. */
export async function newsHorizon(tx: Transaction): Promise<Date> {
  const [row] = await tx.execute<{ until: string }>(sql`select (now() - interval '15 seconds')::text as until`)
  return new Date(row?.until ?? '')
}

/** What is due now is due again after so many seconds. */
export async function postponeCheck(tx: Transaction, id: string, seconds: number): Promise<void> {
  await tx
    .update(savedSearches)
    .set({ nextCheckAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(and(eq(savedSearches.id, id), sql`${savedSearches.nextCheckAt} <= now()`))
}

/** Notes up to where a search was checked, and when it is due again. */
export async function noteCheck(tx: Transaction, id: string, until: Date, againSeconds: number): Promise<void> {
  await tx
    .update(savedSearches)
    .set({
      checkedUntil: sql`greatest(${savedSearches.checkedUntil}, ${until.toISOString()}::timestamptz)`,
      nextCheckAt: sql`now() + make_interval(secs => ${againSeconds})`,
    })
    .where(eq(savedSearches.id, id))
}

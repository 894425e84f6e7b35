import { and, eq, isNull, sql } from 'drizzle-orm'
import { publicIssueBodies, publicIssues } from '#drizzle/schema/discovery.ts'
import type { PublicIssue } from '../ports/public-host.ts'
import type { Transaction } from './database.ts'

type Home = { repositoryId: number; owner: string; language: string | null }

/** Issues opened before this are no news when they come into the index; null where all were opened before. */
type NewsSince = { newsSince: Date | null }

/** The host allows 50 characters; an index could not hold a label without any bound. */
const labelCharacters = 200

/** How much of a text can be searched; the rest is only shown. */
const searchedCharacters = 4_000

/** What is found of an issue with these columns: its title before its text. */
export function searchedText(title: string, body: string): string {
  return `setweight(to_tsvector('english', ${title}), 'A')
    || setweight(to_tsvector('english', left(${body}, ${searchedCharacters})), 'B')`
}

/** Saves what the host says of open issues, and of closed ones that were funded; newer readings win. */
export async function savePublicIssues(
  tx: Transaction,
  home: Home & NewsSince,
  issues: readonly PublicIssue[],
): Promise<void> {
  if (issues.length === 0) return
  const rows = JSON.stringify(
    issues.map((issue) => ({
      id: issue.id,
      number: issue.number,
      title: issue.title,
      comments: issue.comments,
      labels: issue.labels.map((label) => label.slice(0, labelCharacters)),
      assignees: issue.assignees,
      author: issue.author,
      is_open: issue.isOpen,
      body: issue.body,
      created_at: issue.createdAt.toISOString(),
      updated_at: issue.updatedAt.toISOString(),
    })),
  )
  const read = sql`select * from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, number int, title text,
    labels text[], comments int, assignees int, author text, is_open boolean, body text,
    created_at timestamptz, updated_at timestamptz)`
  // A number that another issue had is that of a transferred or deleted one.
  await tx.execute(sql`
    delete from public_issues p using (${read}) r
    where p.repository_id = ${home.repositoryId} and p.number = r.number and p.id <> r.id`)
  await tx.execute(sql`
    insert into public_issues (id, repository_id, number, title, labels, owner, language, comments, assignees, author,
      is_open, created_at, updated_at, news_at, search)
    select r.id, ${home.repositoryId}, r.number, r.title, r.labels, ${home.owner}, ${home.language}, r.comments,
      r.assignees, r.author, r.is_open, r.created_at, r.updated_at,
      case when r.created_at >= ${home.newsSince?.toISOString() ?? null}::timestamptz then now() else r.created_at end,
      ${sql.raw(searchedText('r.title', 'r.body'))}
    from (${read}) r
    on conflict (id) do update set repository_id = excluded.repository_id, number = excluded.number,
      title = excluded.title, labels = excluded.labels, owner = excluded.owner, language = excluded.language,
      comments = excluded.comments, assignees = excluded.assignees, author = excluded.author,
      is_open = excluded.is_open, created_at = excluded.created_at, updated_at = excluded.updated_at,
      search = excluded.search, seen_at = now()
    where public_issues.updated_at <= excluded.updated_at`)
  await tx
    .insert(publicIssueBodies)
    .values(issues.map(({ id, body }) => ({ issueId: id, body })))
    .onConflictDoUpdate({
      target: publicIssueBodies.issueId,
      set: { body: sql`excluded.body` },
      setWhere: sql`${publicIssueBodies.body} <> excluded.body`,
    })
}

/** Deletes issues that the host no longer lists, and closed ones, unless they were funded. */
export async function dropUnseen(tx: Transaction, repositoryId: number, seenSince: Date | null): Promise<void> {
  await tx.execute(sql`
    delete from public_issues where repository_id = ${repositoryId} and onchain_job_id is null
      and (not is_open or (${seenSince?.toISOString() ?? null}::timestamptz is not null
        and seen_at < ${seenSince?.toISOString() ?? null}::timestamptz))`)
}

/** Forgets one issue of a repository unless it was funded. */
export async function dropIssue(tx: Transaction, repositoryId: number, issueId: number): Promise<void> {
  const isThis = and(eq(publicIssues.repositoryId, repositoryId), eq(publicIssues.id, issueId))
  await tx.delete(publicIssues).where(and(isThis, isNull(publicIssues.onchainJobId)))
}

/** Forgets everything that was read of a repository: strangers cannot see it any more. */
export async function dropIssues(tx: Transaction, repositoryId: number): Promise<void> {
  await tx.delete(publicIssues).where(eq(publicIssues.repositoryId, repositoryId))
}

/** Follows a renamed repository, or one whose main language is another by now. */
export async function moveIssues(tx: Transaction, home: Home): Promise<void> {
  await tx.execute(sql`
    update public_issues set owner = ${home.owner}, language = ${home.language}
    where repository_id = ${home.repositoryId}
      and (owner <> ${home.owner} or language is distinct from ${home.language})`)
}

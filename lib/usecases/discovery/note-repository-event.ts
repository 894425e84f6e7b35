import { inTransaction } from '#lib/data/database.ts'
import { dropIssues } from '#lib/data/public-issues.ts'
import { hurryRepository } from '#lib/data/public-repositories.ts'
import type { Context } from '../context.ts'

/**
 * What an event tells of a repository of the public index: one that is private now disappears at once, and any other is
 * read again as a stranger soon. Nothing of the event itself is shown.
 */
export async function noteRepositoryEvent(ctx: Context, body: Record<string, unknown>): Promise<void> {
  const { repository } = body
  if (typeof repository !== 'object' || repository === null || !('id' in repository)) return
  const { id } = repository
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return
  const isHidden = ('private' in repository && repository.private === true) || body.action === 'deleted'
  await inTransaction(ctx.db, async (tx) => {
    if (isHidden && isAboutRepository(body)) await dropIssues(tx, id)
    await hurryRepository(tx, id)
  })
}

/** An issue that was deleted says nothing about its repository. */
function isAboutRepository(body: Record<string, unknown>): boolean {
  return !('issue' in body) || (body.repository as { private?: unknown }).private === true
}

import { inTransaction, type Transaction } from '../../data/database.ts'
import { dropIssue, dropIssues } from '../../data/public-issues.ts'
import { changeRepository, findByNumber, hurryRepository } from '../../data/public-repositories.ts'
import type { Context } from '../context.ts'
import { unread } from './unread.ts'

/**
 * Applies an event about a repository of the public index: one that is private or gone now disappears at once, an
 * issue that was deleted or transferred does, and the repository is read again as a stranger soon. Nothing of the event
 * itself is shown.
 */
export async function noteRepositoryEvent(ctx: Context, body: Record<string, unknown>): Promise<void> {
  const { repository, issue, action } = body
  const id = idOf(repository)
  if (id === null) return
  const [part, ...others] = Object.keys(body).filter((name) => !ofEveryEvent.has(name))
  const isPrivate = isRecord(repository) && repository.private === true
  const isGone = action === 'deleted' && part === undefined
  const isIssueGone = (action === 'deleted' || action === 'transferred') && part === 'issue' && others.length === 0
  await inTransaction(ctx.db, async (tx) => {
    if (isPrivate || isGone) return hide(tx, id)
    const issueId = idOf(issue)
    if (isIssueGone && issueId !== null) await dropIssue(tx, id, issueId)
    await hurryRepository(tx, id)
  })
}

/** What every event may carry; the other parts of one tell what it is about. */
const ofEveryEvent = new Set([
  'action',
  'repository',
  'organization',
  'installation',
  'sender',
  'enterprise',
  'changes',
])

/** Has the repository read from the beginning, should strangers see it after all. */
async function hide(tx: Transaction, repositoryId: number): Promise<void> {
  const row = await findByNumber(tx, repositoryId)
  if (!row) return
  await changeRepository(tx, row.id, { isIndexed: false, ...unread }, 0)
  await dropIssues(tx, repositoryId)
}

function idOf(value: unknown): number | null {
  return isRecord(value) && Number.isSafeInteger(value.id) ? Number(value.id) : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

import { createHash } from 'node:crypto'
import { Failure } from '#lib/domain/failure.ts'
import type { HostIssue, IssueQuery } from '#lib/ports/code-host.ts'
import { type Context, requireCapability } from '../context.ts'
import { cursorOf, keyOfCursor } from '../page.ts'
import { requireFreshAccess } from './require-access.ts'

export type IssueSelection = Omit<IssueQuery, 'page'>
export type IssuePage = { issues: HostIssue[]; nextCursor: string | null }

/** Pages that hold pull requests alone are passed over, this many at a time. */
const emptyPagesMax = 5

/** A page of issues of a granted repository, read as this person; a cursor is good for the selection that gave it alone. */
export async function listIssues(
  ctx: Context,
  input: { repositoryAccessId: string; selection: IssueSelection; cursor: string | undefined },
): Promise<IssuePage> {
  const user = requireCapability(ctx, 'client')
  const { selection, repositoryAccessId } = input
  const print = fingerprint(repositoryAccessId, selection)
  const first = input.cursor === undefined ? 1 : pageOf(input.cursor, print)
  const { access, token } = await requireFreshAccess(ctx, user.userId, repositoryAccessId)
  for (let page = first; ; page += 1) {
    const { issues, hasMore } = await ctx.codeHost.issues(token, access.fullName, { ...selection, page })
    if (issues.length === 0 && hasMore && page - first < emptyPagesMax) continue
    return { issues, nextCursor: hasMore ? cursorOf(`${print}.${page + 1}`) : null }
  }
}

function fingerprint(repositoryAccessId: string, selection: IssueSelection): string {
  const { state, labels, search, sort, direction, perPage } = selection
  const text = JSON.stringify([repositoryAccessId, state, labels, search, sort, direction, perPage])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function pageOf(cursor: string, print: string): number {
  const match = /^([0-9a-f]{16})\.([1-9]\d{0,5})$/.exec(keyOfCursor(cursor))
  if (match?.[1] === print) return Number(match[2])
  throw new Failure('invalid_request', 'That cursor was not given by this list with these parameters.', {
    errors: [{ pointer: '/cursor', message: 'unknown cursor' }],
  })
}

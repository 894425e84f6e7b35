import type { HostIssue, IssueQuery } from '#lib/ports/code-host.ts'
import { type Context, requireCapability } from '../context.ts'
import { cursorOf, filteredList, keyWithin, refuseCursor } from '../page.ts'
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
  const list = filteredList('host-issues', { repositoryAccessId, ...selection })
  const first = input.cursor === undefined ? 1 : pageOf(list, input.cursor)
  const { access, token } = await requireFreshAccess(ctx, user.userId, repositoryAccessId)
  for (let page = first; ; page += 1) {
    const { issues, hasMore } = await ctx.codeHost.issues(token, access.fullName, { ...selection, page })
    if (issues.length === 0 && hasMore && page - first < emptyPagesMax) continue
    return { issues, nextCursor: hasMore ? cursorOf(list, String(page + 1)) : null }
  }
}

function pageOf(list: string, cursor: string): number {
  const key = keyWithin(list, cursor) ?? ''
  if (/^[1-9]\d{0,5}$/.test(key)) return Number(key)
  throw refuseCursor()
}

import { isFailure } from '../../domain/failure.ts'
import { type NamedIssue, namedIssue } from '../../domain/named-issue.ts'
import type { HostIssue, IssueQuery } from '../../ports/code-host.ts'
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
  const named = namedIssue(selection.search ?? '')
  const numbered = named && (await findNumbered(ctx, { token, fullName: access.fullName, named, selection }))
  if (named && !named.isWord) return { issues: numbered ? [numbered] : [], nextCursor: null }
  for (let page = first; ; page += 1) {
    const { issues, hasMore } = await ctx.codeHost.issues(token, access.fullName, { ...selection, page })
    if (issues.length === 0 && hasMore && page - first < emptyPagesMax) continue
    const others = issues.filter(({ number }) => number !== numbered?.number)
    const isFirst = input.cursor === undefined
    return {
      issues: numbered && isFirst ? [numbered, ...others] : others,
      nextCursor: hasMore ? cursorOf(list, String(page + 1)) : null,
    }
  }
}

/** The issue of the repository that the search names; undefined where the rest of the selection leaves it out. */
async function findNumbered(
  ctx: Context,
  input: { token: string; fullName: string; named: NamedIssue; selection: IssueSelection },
): Promise<HostIssue | undefined> {
  const { token, fullName, named, selection } = input
  const home = fullName.toLowerCase()
  if (named.repository !== null && named.repository.toLowerCase() !== home) return undefined
  const issue = await readNumbered(ctx, token, { fullName, number: named.number })
  // The host answers for an issue that was moved to another repository with the one that it is now.
  if (!issue || issue.isPullRequest || !issue.url.toLowerCase().includes(`/${home}/issues/`)) return undefined
  const labels = issue.labels.map((label) => label.toLowerCase())
  const isInState = selection.state === 'all' || selection.state === issue.state
  return isInState && selection.labels.every((label) => labels.includes(label.toLowerCase())) ? issue : undefined
}

async function readNumbered(
  ctx: Context,
  token: string,
  { fullName, number }: { fullName: string; number: number },
): Promise<HostIssue | undefined> {
  try {
    return await ctx.codeHost.issue(token, fullName, number)
  } catch (error) {
    if (isFailure(error) && error.code === 'not_found') return undefined
    throw error
  }
}

function pageOf(list: string, cursor: string): number {
  const key = keyWithin(list, cursor) ?? ''
  if (/^[1-9]\d{0,5}$/.test(key)) return Number(key)
  throw refuseCursor()
}

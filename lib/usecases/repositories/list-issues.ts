import type { HostIssue, IssueQuery } from '#lib/ports/code-host.ts'
import { type Context, requireCapability } from '../context.ts'
import { requireAccess } from './require-access.ts'

/** A page of issues of a granted repository, read as this person. */
export async function listIssues(
  ctx: Context,
  input: { repositoryAccessId: string; query: IssueQuery },
): Promise<{ issues: HostIssue[]; hasMore: boolean }> {
  const user = requireCapability(ctx, 'client')
  const { access, token } = await requireAccess(ctx, user.userId, { id: input.repositoryAccessId })
  return ctx.codeHost.issues(token, access.fullName, input.query)
}

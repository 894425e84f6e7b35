import { findPublicIssue } from '#lib/data/public-issue-list.ts'
import { findByNumber } from '#lib/data/public-repositories.ts'
import type { TaskDocument } from '#lib/domain/document.ts'
import type { Services } from '../context.ts'

/** The page on which anybody finds the issue of a task and its proof; undefined while the index does not show it. */
export async function publicUrlOf(
  ctx: Pick<Services, 'db' | 'reader' | 'settings'>,
  { repository, issue }: TaskDocument,
): Promise<string | undefined> {
  if (repository.private) return undefined
  const home = await findByNumber(ctx.db, repository.id)
  const found =
    home?.isIndexed && (await findPublicIssue(ctx.reader, { fullName: home.fullName, number: issue.number }))
  if (!found) return undefined
  return `${ctx.settings.publicOrigin}/issues/${found.repositoryFullName.replace('/', ':')}:${found.number}`
}

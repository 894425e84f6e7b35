import { type Context, requireCapability } from '../context.ts'
import { requireFreshAccess } from './require-access.ts'

/** Branches of a granted repository, read as this person, the default branch first. */
export async function listBranches(
  ctx: Context,
  { repositoryAccessId }: { repositoryAccessId: string },
): Promise<{ names: string[]; isComplete: boolean }> {
  const user = requireCapability(ctx, 'client')
  const { access, token } = await requireFreshAccess(ctx, user.userId, repositoryAccessId)
  const { names, isComplete } = await ctx.codeHost.branches(token, access.fullName)
  const { defaultBranch } = access
  const others = names.filter((name) => name !== defaultBranch)
  // The default branch of an empty repository does not exist.
  return { names: names.length > 0 ? [defaultBranch, ...others] : [], isComplete }
}

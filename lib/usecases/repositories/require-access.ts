import { inTransaction } from '#lib/data/database.ts'
import { type AccessRow, findAccess, markAccessRemoved, saveAccess } from '#lib/data/repositories.ts'
import { Failure, isFailure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'
import { requireHostToken } from './host-token.ts'

export type OpenedRepository = { access: AccessRow; token: string }

/** A repository granted to this person, with their token; a foreign id is as unknown as a missing one. */
export async function requireAccess(
  ctx: Context,
  userId: string,
  by: { id: string } | { fullName: string },
): Promise<OpenedRepository> {
  const access = await findAccess(ctx.db, userId, by)
  if (!access) throw new Failure('not_found', 'There is no such granted repository.')
  return { access, token: await requireHostToken(ctx, userId) }
}

/** The same, after asking the host again what this person may do there now; closed at once when the answer is nothing. */
export async function requireFreshAccess(ctx: Context, userId: string, id: string): Promise<OpenedRepository> {
  const { access, token } = await requireAccess(ctx, userId, { id })
  try {
    const repository = await ctx.codeHost.repository(token, access.repositoryId)
    await inTransaction(ctx.db, (tx) => saveAccess(tx, userId, access.installationId, repository))
    const { id: _, ...facts } = repository
    return { access: { ...access, ...facts }, token }
  } catch (error) {
    if (isFailure(error) && error.code === 'not_found')
      await inTransaction(ctx.db, (tx) => markAccessRemoved(tx, access.id))
    throw error
  }
}

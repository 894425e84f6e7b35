import { inTransaction } from '../../data/database.ts'
import { endInstallRequests } from '../../data/install-states.ts'
import { readClock } from '../../data/repositories.ts'
import { isFailure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { asPerson } from './host-token.ts'
import { readInstallation } from './read-installations.ts'

/** Connects the installation that this person asked for, when the host lists it for this person's own token. */
export async function linkRequested(ctx: Context, input: { userId: string; installationId: number }): Promise<void> {
  const { userId, installationId } = input
  try {
    await asPerson(ctx, userId, async (token) => {
      const readAt = await readClock(ctx.db)
      const listed = await ctx.codeHost.installations(token)
      const installation = listed.find((one) => one.id === installationId)
      if (!installation) return
      await readInstallation(ctx, { userId, token, installation, readAt, opens: true })
      await inTransaction(ctx.db, (tx) => endInstallRequests(tx, userId))
    })
  } catch (error) {
    if (!isFailure(error) || error.code !== 'repository_not_connected') throw error
  }
}

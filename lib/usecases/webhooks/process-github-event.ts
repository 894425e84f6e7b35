import { inTransaction } from '#lib/data/database.ts'
import { closeInstallation, listInstallationUsers } from '#lib/data/repositories.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'
import { requireHostToken } from '../repositories/host-token.ts'
import { refreshInstallation } from '../repositories/refresh-installation.ts'

/** Reads the installation again for everybody linked to it; other events have no effect here. */
export async function processGithubEvent(ctx: Context, body: Record<string, unknown>): Promise<void> {
  const installationId = Number((body.installation as { id?: unknown } | undefined)?.id)
  if (!Number.isSafeInteger(installationId)) return
  for (const userId of await listInstallationUsers(ctx.db, installationId))
    await refreshFor(ctx, userId, installationId)
}

async function refreshFor(ctx: Context, userId: string, installationId: number): Promise<void> {
  try {
    const accessToken = await requireHostToken(ctx, userId)
    const listed = await ctx.codeHost.installations(accessToken)
    const installation = listed.find((candidate) => candidate.id === installationId)
    if (installation) await refreshInstallation(ctx, { userId, accessToken, installation })
    else await inTransaction(ctx.db, (tx) => closeInstallation(tx, userId, installationId))
  } catch (error) {
    // A person whose connection has ended cannot be read for; their rows are checked when they connect again.
    if (!isFailure(error) || error.code !== 'repository_not_connected') throw error
  }
}

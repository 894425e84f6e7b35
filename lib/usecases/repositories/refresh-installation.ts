import { inTransaction } from '#lib/data/database.ts'
import { replaceAccesses, saveInstallation } from '#lib/data/repositories.ts'
import type { HostInstallation } from '#lib/ports/code-host.ts'
import type { Context } from '../context.ts'

/** Makes one person's rows of an installation equal to what the host says for that person's token. */
export async function refreshInstallation(
  ctx: Context,
  input: { userId: string; accessToken: string; installation: HostInstallation },
): Promise<void> {
  const { userId, installation } = input
  const repositories = installation.suspendedAt
    ? []
    : await ctx.codeHost.installationRepositories(input.accessToken, installation.id)
  await inTransaction(ctx.db, async (tx) => {
    await saveInstallation(tx, userId, installation)
    await replaceAccesses(tx, userId, installation.id, repositories)
  })
}

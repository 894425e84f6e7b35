import { listInstallations, readClock } from '../../data/repositories.ts'
import type { HostInstallation } from '../../ports/code-host.ts'
import type { Context } from '../context.ts'
import { endLink, saveReading } from './save-reading.ts'

type Selection = { userId: string; token: string; only?: number }

/**
 * Makes the person's links, or the one named, equal to what the host says for this token now. What the host no longer
 * lists is closed; nothing is opened.
 */
export async function readInstallations(ctx: Context, { userId, token, only }: Selection): Promise<void> {
  const readAt = await readClock(ctx.db)
  const linked = await listInstallations(ctx.db, userId)
  const wanted = linked.filter((link) => only === undefined || link.installationId === only)
  if (wanted.length === 0) return
  const listed = await ctx.codeHost.installations(token)
  for (const { installationId } of wanted) {
    const installation = listed.find((one) => one.id === installationId)
    if (installation) await readInstallation(ctx, { userId, token, installation, readAt, opens: false })
    else {
      // Ignored because a link that has ended, or that a newer reading knows, is right as it is.
      await endLink(ctx, { userId, installationId }, readAt, 'The host no longer lists it.')
    }
  }
}

type InstallationReading = {
  userId: string
  token: string
  installation: HostInstallation
  readAt: string
  opens: boolean
}

/** Reads the repositories of one installation that the host has listed; a suspended one gives none. */
export async function readInstallation(ctx: Context, input: InstallationReading): Promise<void> {
  const { userId, token, installation, readAt, opens } = input
  const granted = installation.suspendedAt ? [] : await ctx.codeHost.installationRepositories(token, installation.id)
  const repositories = granted.filter((repository) => repository.canPull)
  await saveReading(ctx, { userId, readAt, installation, repositories }, opens)
}

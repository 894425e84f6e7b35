import { findInstallation } from '../../data/repositories.ts'
import { type Context, requireCapability } from '../context.ts'
import { asPerson } from './host-token.ts'
import { unknownInstallation } from './next-steps.ts'
import { type HostStatus, readHostStatus } from './read-host-status.ts'
import { readInstallations } from './read-installations.ts'

/** Reads one of the person's installations again; one that the host no longer lists is closed. */
export async function refreshInstallation(ctx: Context, input: { installationId: number }): Promise<HostStatus> {
  const { userId } = requireCapability(ctx, 'client')
  const link = await findInstallation(ctx.db, userId, input.installationId)
  if (!link || link.disconnectedAt) throw unknownInstallation()
  await asPerson(ctx, userId, (token) => readInstallations(ctx, { userId, token, only: link.installationId }))
  return readHostStatus(ctx)
}

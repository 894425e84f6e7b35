import { findInstallation } from '../../data/repositories.ts'
import { type Context, requireCapability } from '../context.ts'
import { unknownInstallation } from './next-steps.ts'
import { type HostStatus, readHostStatus } from './read-host-status.ts'
import { endLink } from './save-reading.ts'

/** Ends this person's own link at once, whatever the host says; ending it again changes nothing. */
export async function disconnectInstallation(ctx: Context, input: { installationId: number }): Promise<HostStatus> {
  const { userId } = requireCapability(ctx, 'client')
  const link = await findInstallation(ctx.db, userId, input.installationId)
  if (!link) throw unknownInstallation()
  // Ignored because a link that had ended before is ended, which is what the person wants.
  await endLink(ctx, link, 'infinity', 'The person ended it.')
  return readHostStatus(ctx)
}

import {
  type AccessRow,
  type ConnectionRow,
  findConnection,
  type InstallationRow,
  listAccesses,
  listInstallations,
} from '#lib/data/repositories.ts'
import { type Context, requireCapability } from '../context.ts'

export type HostStatus = {
  connection: ConnectionRow | undefined
  installations: { installation: InstallationRow; accesses: AccessRow[] }[]
}

/** The person's connection, installations and granted repositories, as last read from the host. */
export async function readHostStatus(ctx: Context): Promise<HostStatus> {
  const { userId } = requireCapability(ctx, 'client')
  const [connection, installations, accesses] = await Promise.all([
    findConnection(ctx.db, userId),
    listInstallations(ctx.db, userId),
    listAccesses(ctx.db, userId),
  ])
  return {
    connection,
    installations: installations.map((installation) => ({
      installation,
      accesses: accesses.filter((access) => access.installationId === installation.installationId),
    })),
  }
}

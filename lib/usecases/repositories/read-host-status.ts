import { findOpenInstallRequest } from '../../data/install-states.ts'
import {
  type AccessRow,
  type ConnectionRow,
  findConnection,
  type InstallationRow,
  listAccesses,
  listInstallations,
} from '../../data/repositories.ts'
import type { Step } from '../../domain/step.ts'
import { type Context, requireCapability } from '../context.ts'
import { connectRepositories, hostAction } from './next-steps.ts'

export type HostStatus = {
  connection: ConnectionRow | undefined
  requestedAt: Date | undefined
  installations: { installation: InstallationRow; accesses: AccessRow[] }[]
  nextActions: Step[]
}

/** The person's connection, installations and granted repositories, as last read from the host, and what is awaited. */
export async function readHostStatus(ctx: Context): Promise<HostStatus> {
  const { userId } = requireCapability(ctx, 'client')
  const [connection, requestedAt, installations, accesses] = await Promise.all([
    findConnection(ctx.db, userId),
    findOpenInstallRequest(ctx.db, userId),
    listInstallations(ctx.db, userId),
    listAccesses(ctx.db, userId),
  ])
  return {
    connection,
    requestedAt,
    installations: installations.map((installation) => ({
      installation,
      accesses: accesses.filter((access) => access.installationId === installation.installationId),
    })),
    nextActions: nextActions(connection, requestedAt, installations),
  }
}

function nextActions(
  connection: ConnectionRow | undefined,
  requestedAt: Date | undefined,
  installations: InstallationRow[],
): Step[] {
  const actions: Step[] = []
  if (requestedAt)
    actions.push(
      hostAction(
        'approve_installation',
        'An owner of the organisation has to approve the installation at the repository host.',
      ),
    )
  for (const { accountLogin, suspendedAt } of installations) {
    if (!suspendedAt) continue
    const text = `An owner of ${accountLogin} has to lift the suspension of the installation at the repository host.`
    actions.push(hostAction('resume_installation', text))
  }
  if (!connection || connection.refusedAt || installations.length === 0) actions.push(connectRepositories)
  return actions
}

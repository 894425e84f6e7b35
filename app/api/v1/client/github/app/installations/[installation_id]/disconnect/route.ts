import { disconnectGithubInstallationEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { toHostStatusReply } from '#lib/http/replies/repository-reply.ts'
import { disconnectInstallation } from '#lib/usecases/repositories/disconnect-installation.ts'
import { readHostStatus } from '#lib/usecases/repositories/read-host-status.ts'

export const POST = handle(
  disconnectGithubInstallationEndpoint,
  async ({ ctx, params }) => {
    const installationId = Number(params.installation_id)
    return toHostStatusReply(await disconnectInstallation(ctx, { installationId }))
  },
  async ({ ctx }) => toHostStatusReply(await readHostStatus(ctx)),
)

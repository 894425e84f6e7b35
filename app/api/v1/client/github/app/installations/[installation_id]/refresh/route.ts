import { refreshGithubInstallationEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { toHostStatusReply } from '#lib/http/replies/repository-reply.ts'
import { refreshInstallation } from '#lib/usecases/repositories/refresh-installation.ts'

export const POST = handle(refreshGithubInstallationEndpoint, async ({ ctx, params }) => {
  const installationId = Number(params.installation_id)
  return toHostStatusReply(await refreshInstallation(ctx, { installationId }))
})

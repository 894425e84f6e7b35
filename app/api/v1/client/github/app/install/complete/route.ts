import { completeGithubInstallEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { toHostStatusReply } from '#lib/http/replies/repository-reply.ts'
import { completeInstall } from '#lib/usecases/repositories/complete-install.ts'
import { readHostStatus } from '#lib/usecases/repositories/read-host-status.ts'

export const POST = handle(
  completeGithubInstallEndpoint,
  async ({ ctx, body }) => {
    const { state, code = null, installation_id } = body
    const installationId = installation_id === undefined ? null : Number(installation_id)
    const isRequest = body.setup_action === 'request'
    return toHostStatusReply(await completeInstall(ctx, { state, code, installationId, isRequest }))
  },
  async ({ ctx }) => toHostStatusReply(await readHostStatus(ctx)),
)

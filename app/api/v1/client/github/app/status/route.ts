import { getGithubStatusEndpoint } from '#lib/api/repositories.ts'
import { handle } from '#lib/http/handle.ts'
import { toHostStatusReply } from '#lib/http/replies/repository-reply.ts'
import { readHostStatus } from '#lib/usecases/repositories/read-host-status.ts'

export const GET = handle(getGithubStatusEndpoint, async ({ ctx }) => toHostStatusReply(await readHostStatus(ctx)))

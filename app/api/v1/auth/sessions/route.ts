import { listSessionsEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { toSessionReply } from '#lib/http/replies/session-reply.ts'
import { listSessions } from '#lib/usecases/auth/list-sessions.ts'

export const GET = handle(listSessionsEndpoint, async ({ ctx }) => ({
  data: (await listSessions(ctx)).map(toSessionReply),
}))

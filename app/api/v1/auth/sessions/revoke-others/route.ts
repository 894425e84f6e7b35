import { revokeOtherSessionsEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { revokeOtherSessions } from '#lib/usecases/auth/revoke-other-sessions.ts'

export const POST = handle(revokeOtherSessionsEndpoint, ({ ctx }) => revokeOtherSessions(ctx))

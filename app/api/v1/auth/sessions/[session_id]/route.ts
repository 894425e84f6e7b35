import { revokeSessionEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { web } from '#lib/http/web.ts'
import { revokeOwnSession } from '#lib/usecases/auth/revoke-own-session.ts'

export const DELETE = handle(revokeSessionEndpoint, async ({ ctx, params, headers }) => {
  const { isCurrent } = await revokeOwnSession(ctx, { id: params.session_id })
  if (isCurrent) headers.append('set-cookie', web().sessionCookie.clear())
  return undefined
})

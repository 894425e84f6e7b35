import { logoutEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { web } from '#lib/http/web.ts'
import { logout } from '#lib/usecases/auth/logout.ts'

export const POST = handle(logoutEndpoint, async ({ ctx, headers }) => {
  await logout(ctx)
  headers.append('set-cookie', web().sessionCookie.clear())
  return undefined
})

import { exchangeIdentityEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { web } from '#lib/http/web.ts'
import { exchangeIdentity } from '#lib/usecases/auth/exchange-identity.ts'

export const POST = handle(exchangeIdentityEndpoint, async ({ ctx, request, body, headers }) => {
  const { sessionCookie, preLoginCookie } = web()
  const exchanged = await exchangeIdentity(ctx, {
    preLoginSecret: await preLoginCookie.read(request),
    previousSessionSecret: await sessionCookie.read(request),
    userToken: body.user_token,
    encryptionKey: body.encryption_key,
    refreshToken: body.refresh_token,
    userAgent: request.headers.get('user-agent') ?? '',
  })
  headers.append('set-cookie', await sessionCookie.write(exchanged.sessionSecret))
  headers.append('set-cookie', preLoginCookie.clear())
  return { user: { id: exchanged.userId, created: exchanged.created } }
})

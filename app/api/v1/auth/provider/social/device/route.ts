import { startSocialLoginEndpoint } from '#lib/api/auth.ts'
import { handle } from '#lib/http/handle.ts'
import { web } from '#lib/http/web.ts'
import { startSocialLogin } from '#lib/usecases/auth/start-social-login.ts'

export const POST = handle(startSocialLoginEndpoint, async ({ ctx, body, headers }) => {
  const { preLoginSecret, deviceToken, deviceEncryptionKey } = await startSocialLogin(ctx, { deviceId: body.device_id })
  headers.append('set-cookie', await web().preLoginCookie.write(preLoginSecret))
  return { device_token: deviceToken, device_encryption_key: deviceEncryptionKey }
})

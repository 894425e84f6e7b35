import { emailLoginEndpoint } from '#lib/api/auth.ts'
import { emailLoginDisabled } from '#lib/domain/email-login.ts'
import { handle } from '#lib/http/handle.ts'

export const POST = handle(emailLoginEndpoint, async () => {
  throw emailLoginDisabled()
})

import { deleteAccountEndpoint } from '#lib/api/account.ts'
import { handle } from '#lib/http/handle.ts'
import { web } from '#lib/http/web.ts'
import { deleteAccount } from '#lib/usecases/auth/delete-account.ts'

export const POST = handle(deleteAccountEndpoint, async ({ ctx, body, headers }) => {
  await deleteAccount(ctx, { accountId: body.account_id, leaveBehind: body.leave_behind })
  headers.append('set-cookie', web().sessionCookie.clear())
  return undefined
})

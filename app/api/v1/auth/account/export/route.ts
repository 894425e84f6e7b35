import { exportAccountEndpoint } from '#lib/api/account.ts'
import { handle } from '#lib/http/handle.ts'
import { toAccountReply } from '#lib/http/replies/account-reply.ts'
import { exportAccount } from '#lib/usecases/auth/export-account.ts'

export const GET = handle(exportAccountEndpoint, async ({ ctx, headers }) => {
  headers.set('content-disposition', 'attachment; filename="jobwright-account.json"')
  return toAccountReply(await exportAccount(ctx))
})

import { cancelPayeeEndpoint } from '#lib/api/payees.ts'
import { handle } from '#lib/http/handle.ts'
import { toPayeeReply } from '#lib/http/replies/payee-reply.ts'
import { hex } from '#lib/http/runtime-request.ts'
import { cancelPayee } from '#lib/usecases/payees/cancel-payee.ts'

export const POST = handle(cancelPayeeEndpoint, async ({ ctx, params, body }) =>
  toPayeeReply(await cancelPayee(ctx, { ...body, id: params.id, signature: hex(body.signature) })),
)

import { getAgentPayeeEndpoint, requestPayeeEndpoint } from '#lib/api/payees.ts'
import { handle } from '#lib/http/handle.ts'
import { toPayeeReply } from '#lib/http/replies/payee-reply.ts'
import { hex } from '#lib/http/runtime-request.ts'
import { readPayee } from '#lib/usecases/payees/read-payee.ts'
import { requestPayee } from '#lib/usecases/payees/request-payee.ts'

export const GET = handle(getAgentPayeeEndpoint, async ({ ctx, params }) => toPayeeReply(await readPayee(ctx, params)))

export const POST = handle(requestPayeeEndpoint, async ({ ctx, params, body }) =>
  toPayeeReply(await requestPayee(ctx, { ...body, id: params.id, signature: hex(body.signature) })),
)

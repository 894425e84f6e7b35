import { getTransactionEndpoint, resolveTransactionEndpoint } from '#lib/api/transactions.ts'
import { handle } from '#lib/http/handle.ts'
import { toTransactionReply } from '#lib/http/replies/transaction-reply.ts'
import { readTransaction, resolveTransaction } from '#lib/usecases/transactions/read-transaction.ts'

export const GET = handle(getTransactionEndpoint, async ({ ctx, params }) =>
  toTransactionReply(await readTransaction(ctx, { id: params.transaction_id })),
)

export const POST = handle(resolveTransactionEndpoint, async ({ ctx, params, body }) =>
  toTransactionReply(
    await resolveTransaction(ctx, { id: params.transaction_id, challengeId: body.challenge_id ?? null }),
  ),
)

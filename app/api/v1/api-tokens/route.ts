import { createApiTokenEndpoint, listApiTokensEndpoint } from '#lib/api/api-tokens.ts'
import { handle } from '#lib/http/handle.ts'
import { toApiTokenReply } from '#lib/http/replies/api-token-reply.ts'
import { createApiToken } from '#lib/usecases/api-tokens/create-api-token.ts'
import { listApiTokens } from '#lib/usecases/api-tokens/list-api-tokens.ts'

export const GET = handle(listApiTokensEndpoint, async ({ ctx }) => ({
  data: (await listApiTokens(ctx)).map(toApiTokenReply),
}))

export const POST = handle(createApiTokenEndpoint, async ({ ctx, body }) => {
  const { apiToken, token } = await createApiToken(ctx, body)
  return { api_token: toApiTokenReply(apiToken), token }
})

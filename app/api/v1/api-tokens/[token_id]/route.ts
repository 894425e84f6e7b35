import { revokeApiTokenEndpoint } from '#lib/api/api-tokens.ts'
import { handle } from '#lib/http/handle.ts'
import { revokeApiToken } from '#lib/usecases/api-tokens/revoke-api-token.ts'

export const DELETE = handle(revokeApiTokenEndpoint, async ({ ctx, params }) => {
  await revokeApiToken(ctx, { id: params.token_id })
  return undefined
})

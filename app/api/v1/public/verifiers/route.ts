import { getVerifierIndependenceEndpoint } from '#lib/api/verifiers.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { toIndependenceReply } from '#lib/http/replies/independence-reply.ts'
import { listVerifiers } from '#lib/usecases/verifiers/list-verifiers.ts'
import { readIndependence } from '#lib/usecases/verifiers/read-independence.ts'

export const GET = handleShared(getVerifierIndependenceEndpoint, async ({ ctx, query }) => {
  const list = await listVerifiers(ctx, query)
  return toIndependenceReply(await readIndependence(ctx, list.pool), list)
})

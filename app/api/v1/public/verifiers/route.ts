import { getVerifierIndependenceEndpoint } from '#lib/api/verifiers.ts'
import { handle } from '#lib/http/handle.ts'
import { toIndependenceReply } from '#lib/http/replies/independence-reply.ts'
import { readIndependence } from '#lib/usecases/verifiers/read-independence.ts'

export const GET = handle(getVerifierIndependenceEndpoint, async ({ ctx, headers }) => {
  headers.set('cache-control', 'public, max-age=30, s-maxage=30, stale-while-revalidate=60')
  return toIndependenceReply(await readIndependence(ctx))
})

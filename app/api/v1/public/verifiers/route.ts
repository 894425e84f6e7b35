import { getVerifierIndependenceEndpoint } from '#lib/api/verifiers.ts'
import { handle } from '#lib/http/handle.ts'
import { toIndependenceReply } from '#lib/http/replies/independence-reply.ts'
import { sharedCaching } from '#lib/http/shared-caching.ts'
import { readIndependence } from '#lib/usecases/verifiers/read-independence.ts'

export const GET = handle(getVerifierIndependenceEndpoint, async ({ ctx, headers }) => {
  headers.set('cache-control', sharedCaching)
  return toIndependenceReply(await readIndependence(ctx))
})

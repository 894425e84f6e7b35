import { getPublicVerificationBundleEndpoint } from '#lib/api/verification-bundle.ts'
import { handleShared } from '#lib/http/handle-shared.ts'
import { toVerificationBundleReply } from '#lib/http/replies/verification-bundle-reply.ts'
import { readPublicVerificationBundle } from '#lib/usecases/jobs/read-verification-bundle.ts'

export const GET = handleShared(getPublicVerificationBundleEndpoint, async ({ ctx, params }) =>
  toVerificationBundleReply(await readPublicVerificationBundle(ctx, { id: BigInt(params.onchain_job_id) })),
)

import { getVerificationBundleEndpoint } from '#lib/api/verification-bundle.ts'
import { handle } from '#lib/http/handle.ts'
import { toVerificationBundleReply } from '#lib/http/replies/verification-bundle-reply.ts'
import { readVerificationBundle } from '#lib/usecases/jobs/read-verification-bundle.ts'

export const GET = handle(getVerificationBundleEndpoint, async ({ ctx, params }) =>
  toVerificationBundleReply(await readVerificationBundle(ctx, { id: BigInt(params.onchain_job_id) })),
)

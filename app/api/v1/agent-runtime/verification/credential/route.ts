import { takeVerificationCredentialEndpoint } from '#lib/api/verification.ts'
import { handle } from '#lib/http/handle.ts'
import { toVerificationReply } from '#lib/http/replies/runtime-reply.ts'
import { takeVerification } from '#lib/usecases/runtime/take-verification.ts'

export const POST = handle(takeVerificationCredentialEndpoint, async ({ ctx, body }) =>
  toVerificationReply(await takeVerification(ctx, { verificationId: body.verification_id })),
)

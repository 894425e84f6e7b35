import { submitVerificationResultEndpoint } from '#lib/api/verification.ts'
import { handle } from '#lib/http/handle.ts'
import { toVerificationAnswer } from '#lib/http/runtime-request.ts'
import { submitVerification } from '#lib/usecases/runtime/submit-verification.ts'

export const POST = handle(submitVerificationResultEndpoint, async ({ ctx, body }) => {
  await submitVerification(ctx, toVerificationAnswer(body))
  return { status: 'accepted' as const, verification_id: body.verification_id }
})

import { takeJobCredentialEndpoint } from '#lib/api/runtime.ts'
import { handle } from '#lib/http/handle.ts'
import { toJobCredentialReply } from '#lib/http/replies/runtime-reply.ts'
import { toOfferDecision } from '#lib/http/runtime-request.ts'
import { takeJobCredential } from '#lib/usecases/runtime/take-job-credential.ts'

export const POST = handle(takeJobCredentialEndpoint, async ({ ctx, body }) =>
  toJobCredentialReply(await takeJobCredential(ctx, toOfferDecision(body))),
)

import { getReadinessEndpoint } from '#lib/api/service.ts'
import { handle } from '#lib/http/handle.ts'
import { readinessProgram } from '#lib/http/own-readiness.ts'
import { toReadinessReply } from '#lib/http/replies/readiness-reply.ts'
import { readReadiness } from '#lib/usecases/service/read-readiness.ts'
import { requireReady } from '#lib/usecases/service/require-ready.ts'

export const GET = handle(getReadinessEndpoint, async ({ ctx, query }) => {
  const readiness = await readReadiness(ctx, readinessProgram())
  return toReadinessReply(ctx, requireReady(readiness, query.for ?? 'everything'))
})

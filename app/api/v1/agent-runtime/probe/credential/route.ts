import { takeProbeCredentialEndpoint } from '#lib/api/runtime-probe.ts'
import { handle } from '#lib/http/handle.ts'
import { toProbeTaskReply } from '#lib/http/replies/probe-reply.ts'
import { takeProbe } from '#lib/usecases/probes/take-probe.ts'

export const POST = handle(takeProbeCredentialEndpoint, async ({ ctx, body }) =>
  toProbeTaskReply(await takeProbe(ctx, { probeId: body.probe_id })),
)

import { submitProbeResultEndpoint } from '#lib/api/runtime-probe.ts'
import { handle } from '#lib/http/handle.ts'
import { submitProbe } from '#lib/usecases/probes/submit-probe.ts'

export const POST = handle(submitProbeResultEndpoint, async ({ ctx, body }) => {
  const { probe_id } = body
  const answer = body.outcome === 'completed' ? { report: body.report } : { cannotRun: body.reason }
  await submitProbe(ctx, { probeId: probe_id, ...answer })
  return { status: 'accepted' as const, probe_id }
})

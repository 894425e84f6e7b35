import { getReadinessEndpoint } from '#lib/api/service.ts'
import { handle } from '#lib/http/handle.ts'
import { web } from '#lib/http/web.ts'
import { readReadiness } from '#lib/usecases/service/read-readiness.ts'

export const GET = handle(getReadinessEndpoint, async ({ ctx }) => {
  web().services.watch.assertWritable()
  const { indexedBlock, headBlock, headAge, isHeadOld, finalityLag, ...others } = await readReadiness(ctx)
  const { reconciledAt, differences, nodeProblems, discoveryWaitsSeconds, waitingKeys, dispatchPausedSince } = others
  const chain = {
    indexed_block: indexedBlock.toString(),
    head_block: headBlock.toString(),
    head_age_seconds: headAge,
    is_head_old: isHeadOld,
    finality_lag_seconds: Number(finalityLag),
    reconciled_at: reconciledAt?.toISOString() ?? null,
    differences,
    nodes: nodeProblems.map(({ since, ...problem }) => ({ ...problem, since: since.toISOString() })),
  }
  const waits = discoveryWaitsSeconds === null ? null : Math.ceil(discoveryWaitsSeconds)
  const keys = waitingKeys.map(({ key, waitsFor, since, calls }) => ({
    key,
    waits_for: waitsFor,
    since: since.toISOString(),
    calls,
  }))
  const dispatch = { paused_since: dispatchPausedSince?.toISOString() ?? null }
  return { status: 'ready' as const, chain, keys, dispatch, discovery: { waits_seconds: waits } }
})

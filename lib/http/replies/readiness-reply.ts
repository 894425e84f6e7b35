import { type Reason, toReasonText } from '../../domain/readiness.ts'
import { headAgeOf } from '../../usecases/chain/head-age.ts'
import type { Context } from '../../usecases/context.ts'
import type { Readiness } from '../../usecases/service/read-readiness.ts'

type Facts = NonNullable<Readiness['facts']>

export function toReadinessReply(ctx: Context, { facts, concerns }: { facts: Facts; concerns: Reason[] }) {
  const { state, head } = facts
  const { headAge, isHeadOld } = headAgeOf(ctx, head)
  const { discoveryWaitsSeconds: waits } = state
  return {
    status: 'ready' as const,
    concerns: concerns.map(toReasonText),
    chain: {
      indexed_block: state.indexedBlock.toString(),
      head_block: head.number.toString(),
      head_age_seconds: headAge,
      is_head_old: isHeadOld,
      finality_lag_seconds: Number(state.finalityLag),
      reconciled_at: state.reconciledAt?.toISOString() ?? null,
      differences: state.differences,
      nodes: state.nodeProblems.map(({ since, ...problem }) => ({ ...problem, since: since.toISOString() })),
    },
    keys: state.waitingKeys.map(({ key, waitsFor, since, calls }) => ({
      ...{ key, calls },
      waits_for: waitsFor,
      since: since.toISOString(),
    })),
    dispatch: { paused_since: state.dispatchPausedSince?.toISOString() ?? null },
    discovery: { waits_seconds: waits === null ? null : Math.ceil(waits) },
  }
}

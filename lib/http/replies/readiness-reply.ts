import { readiness as readinessReply } from '../../api/service.ts'
import { type Reason, toReasonText } from '../../domain/readiness.ts'
import { headAgeOf } from '../../usecases/chain/head-age.ts'
import type { Context } from '../../usecases/context.ts'
import type { Readiness } from '../../usecases/service/read-readiness.ts'
import { toWire } from '../to-wire.ts'

type Facts = NonNullable<Readiness['facts']>

export function toReadinessReply(ctx: Context, { facts, concerns }: { facts: Facts; concerns: Reason[] }) {
  const { state, head } = facts
  const { headAge, isHeadOld } = headAgeOf(ctx, head)
  const { discoveryWaitsSeconds: waits } = state
  return toWire(readinessReply, {
    status: 'ready',
    concerns: concerns.map(toReasonText),
    chain: {
      ...state,
      headBlock: head.number,
      headAgeSeconds: headAge,
      isHeadOld,
      finalityLagSeconds: Number(state.finalityLag),
      nodes: state.nodeProblems,
    },
    keys: state.waitingKeys,
    dispatch: { pausedSince: state.dispatchPausedSince },
    discovery: { waitsSeconds: waits === null ? null : Math.ceil(waits) },
  })
}

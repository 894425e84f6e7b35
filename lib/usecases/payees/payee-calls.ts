import type { Address, Hash } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import type { WantedCall } from '../operator/call-once.ts'

/** What is signed about an agent's payee counts once, so its nonce names the call. */
type Place = { agent: Address; nonce: bigint }

const wanted = ({ agent, nonce }: Place) => ({
  operator: 'registrar' as const,
  subject: `${agent}/${nonce}`,
  followUp: { queue: 'apply-payee' as const, data: { agent } },
})

export function requestCall(ctx: Context, place: Place, payee: Address, signature: Hash): WantedCall {
  const call = ctx.chain.encodeRequestPayee(place.agent, payee, signature)
  return { ...wanted(place), purpose: 'PAYEE_REQUEST', call }
}

export function cancellationCall(ctx: Context, place: Place, signature: Hash): WantedCall {
  return { ...wanted(place), purpose: 'PAYEE_CANCELLATION', call: ctx.chain.encodeCancelPayee(place.agent, signature) }
}

export function applicationCall(ctx: Context, place: Place): WantedCall {
  return {
    ...wanted(place),
    purpose: 'PAYEE_APPLICATION',
    call: ctx.chain.encodeApplyPayee(place.agent),
    pauseSecondsMax: 3_600,
  }
}

import { ApiError, call, type ReplyOf } from './api.ts'
import { retrying } from './retrying.ts'

/**
 * What a person confirmed. `sent` is true from before the request leaves until its answer is known: such an intention is
 * only ever sent again under the same key, so that it cannot pay twice.
 */
export type Intention = { key: string; amount: string; destination: string; sent: boolean }

type Place = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const placeOf = (agentId: string) => `jobwright.withdrawal.${agentId}`

/** What this tab keeps of the person's last intention for an agent; it survives a reload. */
export function keptIntention(place: Place, agentId: string): Intention | undefined {
  const text = place.getItem(placeOf(agentId))
  return text ? JSON.parse(text) : undefined
}

/** Sends an intention that is kept first, and settles what is kept by the answer. */
export async function sendIntention(
  place: Place,
  agentId: string,
  wanted: Intention,
  send: typeof withdraw = withdraw,
): Promise<ReplyOf<'withdrawEarnings'>> {
  const keep = (intention: Intention) => place.setItem(placeOf(agentId), JSON.stringify(intention))
  keep({ ...wanted, sent: true })
  try {
    const withdrawal = await send(agentId, wanted)
    place.removeItem(placeOf(agentId))
    return withdrawal
  } catch (error) {
    if (isRefusal(error)) keep({ ...wanted, key: crypto.randomUUID(), sent: false })
    throw error
  }
}

/** A refusal says that nothing was started; any other failure leaves the outcome open. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.problem.status < 500 && !error.problem.retryable
}

function withdraw(id: string, { key, amount, destination }: Intention): Promise<ReplyOf<'withdrawEarnings'>> {
  const body = { amount: { amount, currency: 'USDC' as const }, destination }
  return retrying(() => call('withdrawEarnings', { params: { id }, body, idempotencyKey: key }))
}

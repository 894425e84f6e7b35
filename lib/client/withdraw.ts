import { call, type ReplyOf } from './api.ts'
import { askOnce, unansweredOf } from './request-key.ts'
import { retrying } from './retrying.ts'

/** How much is to leave an agent's wallet, and where to. */
export type WithdrawalRequest = { amount: string; destination: string }

const nameOf = (agentId: string) => `withdrawal.${agentId}`

/** A withdrawal that was sent and whose answer never came. It may only be asked for again as it is, or it could pay twice. */
export function unansweredWithdrawal(agentId: string): WithdrawalRequest | undefined {
  const request = unansweredOf(localStorage, nameOf(agentId))
  return request === undefined ? undefined : JSON.parse(request)
}

/** Asks for a withdrawal, and for one that was never answered under the key that it had. */
export function withdraw(
  agentId: string,
  { amount, destination }: WithdrawalRequest,
): Promise<ReplyOf<'withdrawEarnings'>> {
  const request = { name: nameOf(agentId), of: JSON.stringify({ amount, destination }) }
  const body = { amount: { amount, currency: 'USDC' as const }, destination }
  return askOnce(localStorage, request, (idempotencyKey) =>
    retrying(() => call('withdrawEarnings', { params: { id: agentId }, body, idempotencyKey })),
  )
}

import { call, type ReplyOf } from './api.ts'
import { askAlone, unanswered } from './request-key.ts'
import { retrying } from './retrying.ts'

/** How much is to leave an agent's wallet, and where to. */
export type WithdrawalRequest = { amount: string; destination: string }

/** A withdrawal as it was sent, and the key that it was sent under. */
export type SentWithdrawal = { key: string; request: WithdrawalRequest }

const nameOf = (agentId: string) => `withdrawal.${agentId}`

/** A withdrawal that was sent and whose answer never came. It may only be asked for again as it is, or it could pay twice. */
export function unansweredWithdrawal(agentId: string): SentWithdrawal | undefined {
  const sent = unanswered(localStorage, nameOf(agentId))
  return sent && { key: sent.key, request: JSON.parse(sent.of) }
}

/** Asks for a withdrawal; for one that was never answered under the key that it was shown with, and for no other then. */
export function withdraw(
  agentId: string,
  { amount, destination }: WithdrawalRequest,
  shown: string | undefined,
): Promise<ReplyOf<'withdrawEarnings'>> {
  const request = { name: nameOf(agentId), of: JSON.stringify({ amount, destination }) }
  const body = { amount: { amount, currency: 'USDC' as const }, destination }
  return askAlone(localStorage, request, shown, (idempotencyKey) =>
    retrying(() => call('withdrawEarnings', { params: { id: agentId }, body, idempotencyKey })),
  )
}

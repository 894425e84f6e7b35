import { call, type ReplyOf } from './api.ts'
import { askOnce, unansweredOf } from './kept-key.ts'
import { retrying } from './retrying.ts'

/** How much is to leave an agent's wallet, and where to. */
export type WithdrawalWish = { amount: string; destination: string }

const nameOf = (agentId: string) => `withdrawal.${agentId}`

/** A withdrawal that was sent and whose answer never came. It may only be asked for again as it is, or it could pay twice. */
export function unansweredWithdrawal(agentId: string): WithdrawalWish | undefined {
  const wish = unansweredOf(localStorage, nameOf(agentId))
  return wish === undefined ? undefined : JSON.parse(wish)
}

/** Asks for a withdrawal, and for one that was never answered under the key that it had. */
export function withdraw(
  agentId: string,
  { amount, destination }: WithdrawalWish,
): Promise<ReplyOf<'withdrawEarnings'>> {
  const intention = { name: nameOf(agentId), of: JSON.stringify({ amount, destination }) }
  const body = { amount: { amount, currency: 'USDC' as const }, destination }
  return askOnce(localStorage, intention, (idempotencyKey) =>
    retrying(() => call('withdrawEarnings', { params: { id: agentId }, body, idempotencyKey })),
  )
}

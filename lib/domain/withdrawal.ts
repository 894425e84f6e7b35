import type { WithdrawalState } from './agent.ts'

/** Whether nobody knows its end: the provider cannot say it, or the chain took its transfer back. */
export function isDoubtful(row: { state: WithdrawalState; reconciling: boolean; failureCode: string | null }): boolean {
  if (row.state === 'IN_DOUBT') return true
  return row.state === 'CONFIRMED' && row.reconciling && row.failureCode !== null
}

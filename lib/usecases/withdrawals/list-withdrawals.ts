import { listWithdrawals as listRows, type WithdrawalRow } from '../../data/withdrawals.ts'
import { requireAgent } from '../agents/require-agent.ts'
import type { Context } from '../context.ts'
import { filteredList, type Page, toPage } from '../page.ts'

/** The withdrawals of an agent, under whose name their cursors stand. */
export function withdrawalsOf(agentId: string): string {
  return filteredList('withdrawals', { agentId })
}

/** The agent's withdrawals, newest first. */
export async function listWithdrawals(
  ctx: Context,
  input: { id: string; before?: string; limit: number },
): Promise<Page<WithdrawalRow>> {
  const { agent } = await requireAgent(ctx, input.id)
  const { before, limit } = input
  const rows = await listRows(ctx.db, { agentId: agent.id, limit: limit + 1, ...(before && { before }) })
  return toPage(withdrawalsOf(agent.id), rows, limit, (row) => row.id)
}

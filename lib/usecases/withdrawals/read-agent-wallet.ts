import {
  type DaySum,
  type Earning,
  listEarnings,
  sumEarnings,
  sumEarningsByDay,
  sumPaidElsewhere,
} from '../../data/earnings.ts'
import { sumWithdrawn } from '../../data/withdrawals.ts'
import { requireAgent } from '../agents/require-agent.ts'
import type { Context } from '../context.ts'
import { requireAgentWallet } from './require-agent-wallet.ts'

export type AgentWallet = {
  address: `0x${string}`
  balance: { units: bigint; block: bigint }
  owed: bigint
  earned: bigint
  paidElsewhere: bigint
  withdrawn: bigint
  earnings: Earning[]
  earnedByDay: DaySum[]
}

/** The agent's wallet as the token contract and the escrow's final events tell it. */
export async function readAgentWallet(ctx: Context, input: { id: string }): Promise<AgentWallet> {
  const { agent } = await requireAgent(ctx, input.id)
  const address = requireAgentWallet(agent)
  const [balance, owed, earned, paidElsewhere, withdrawn, earnings, earnedByDay] = await Promise.all([
    ctx.chain.balance(address),
    ctx.chain.owed(address),
    sumEarnings(ctx.db, address),
    sumPaidElsewhere(ctx.db, address),
    sumWithdrawn(ctx.db, agent.id),
    listEarnings(ctx.db, address, 100),
    sumEarningsByDay(ctx.db, address, 30),
  ])
  return { address, balance, owed, earned, paidElsewhere, withdrawn, earnings, earnedByDay }
}

import { countDrafts } from '#lib/data/drafts.ts'
import { type EventRow, listRecentEvents } from '#lib/data/events.ts'
import { summariseClient } from '#lib/data/reputations.ts'
import { listTransactions } from '#lib/data/transactions.ts'
import { findWallet, type WalletRow } from '#lib/data/wallets.ts'
import type { Action } from '#lib/domain/action.ts'
import type { DraftState } from '#lib/domain/draft.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { JobState } from '#lib/domain/job.ts'
import type { ClientReputation } from '#lib/domain/reputation.ts'
import { awaitedBy, isLive } from '#lib/domain/transaction.ts'
import { type Context, requireCapability } from '../context.ts'

export type ClientDashboard = {
  wallet: WalletRow | undefined
  balance: bigint | null
  held: bigint
  drafts: { state: DraftState; count: number }[]
  jobs: { state: JobState; count: number }[]
  reputation: ClientReputation
  pendingActions: Action[]
  events: EventRow[]
}

/** Everything the client's first page shows, in five queries and one read of the chain. */
export async function readClientDashboard(ctx: Context): Promise<ClientDashboard> {
  const { userId } = requireCapability(ctx, 'client')
  const [wallet, drafts, { jobs, reputation }, transactions, events] = await Promise.all([
    findWallet(ctx.db, userId),
    countDrafts(ctx.db, userId),
    summariseClient(ctx.db, userId),
    listTransactions(ctx.db, { userId, limit: 20 }),
    listRecentEvents(ctx.db, userId, 10),
  ])
  return {
    wallet,
    balance: wallet ? await readBalance(ctx, wallet) : null,
    held: jobs.reduce((sum, row) => sum + row.held, 0n),
    drafts,
    jobs,
    reputation,
    pendingActions: transactions.flatMap((row): Action[] => {
      if (!isLive(row.state)) return []
      const { who, text } = awaitedBy(row.state)
      const href = `/api/v1/client/transactions/${row.id}/`
      return [{ code: `await_${row.purpose.toLowerCase()}`, text, method: 'GET', href, who, until: null }]
    }),
    events,
  }
}

async function readBalance(ctx: Context, wallet: WalletRow): Promise<bigint | null> {
  try {
    return (await ctx.chain.balance(wallet.address)).units
  } catch (error) {
    if (isFailure(error)) return null
    throw error
  }
}

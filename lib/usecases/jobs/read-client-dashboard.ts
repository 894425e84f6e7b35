import { countDrafts } from '../../data/drafts.ts'
import { listRecentEvents, type TitledEvent } from '../../data/events.ts'
import { summariseClient } from '../../data/reputations.ts'
import { findWallet, type WalletRow } from '../../data/wallets.ts'
import type { DraftState } from '../../domain/draft.ts'
import { isFailure } from '../../domain/failure.ts'
import type { JobState } from '../../domain/job.ts'
import type { Need } from '../../domain/needs.ts'
import type { ClientReputation } from '../../domain/reputation.ts'
import { type Context, requireCapability } from '../context.ts'
import { readNeeds } from '../overview/read-needs.ts'

export type ClientDashboard = {
  wallet: WalletRow | undefined
  balance: bigint | null
  held: bigint
  drafts: { state: DraftState; count: number }[]
  jobs: { state: JobState; count: number }[]
  reputation: ClientReputation
  needs: Need[]
  events: TitledEvent[]
}

/** Everything the client's first page shows, in five queries and a read of the chain or two, however long the history. */
export async function readClientDashboard(ctx: Context): Promise<ClientDashboard> {
  const { userId } = requireCapability(ctx, 'client')
  const [{ wallet, balance }, drafts, { jobs, reputation }, needs, events] = await Promise.all([
    findFunds(ctx, userId),
    countDrafts(ctx.db, userId),
    summariseClient(ctx.db, userId),
    readNeeds(ctx, userId, ['client']),
    listRecentEvents(ctx.db, userId, 10),
  ])
  return {
    wallet,
    balance,
    held: jobs.reduce((sum, row) => sum + row.held, 0n),
    drafts,
    jobs,
    reputation,
    needs,
    events,
  }
}

async function findFunds(ctx: Context, userId: string): Promise<Pick<ClientDashboard, 'wallet' | 'balance'>> {
  const wallet = await findWallet(ctx.db, userId)
  return { wallet, balance: wallet ? await readBalance(ctx, wallet) : null }
}

async function readBalance(ctx: Context, wallet: WalletRow): Promise<bigint | null> {
  try {
    return (await ctx.chain.balance(wallet.address)).units
  } catch (error) {
    if (isFailure(error)) return null
    throw error
  }
}

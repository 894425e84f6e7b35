import { countCreations, findCursor, saveDifferences } from '../../data/chain-index.ts'
import { inTransaction } from '../../data/database.ts'
import { findJobById, type JobRow, listOpenJobs } from '../../data/jobs.ts'
import { amountText } from '../../domain/money.ts'
import type { ChainJob } from '../../ports/chain.ts'
import type { Context, WorkerContext } from '../context.ts'
import { describeOutflows, reconcileWallets } from './reconcile-wallets.ts'

const batch = 100
const differencesMax = 50

/**
 * Compares the number of jobs, and each job that has not ended, with the contract at the newest final block in effect,
 * and what left the service's wallets with the withdrawals on record. Keeps and gives what differs, at most fifty
 * sentences, and changes nothing else; what the jobs showed is kept even where the wallets cannot be read. Does nothing
 * while halted.
 */
export async function reconcileChain(ctx: WorkerContext): Promise<string[]> {
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  if (!cursor || cursor.haltedReason) return []
  const differences: string[] = []
  const { appliedBlock } = cursor
  const [recorded, onChain] = [await countCreations(ctx.db, appliedBlock), await ctx.chain.jobCount(appliedBlock)]
  if (recorded !== onChain)
    differences.push(`The contract has ${onChain} jobs at block ${appliedBlock}; ${recorded} are recorded.`)
  let above = -1n
  for (;;) {
    const rows = await listOpenJobs(ctx.db, above, batch)
    for (const row of rows) differences.push(...(await compare(ctx, row, appliedBlock)))
    const last = rows.at(-1)
    if (!last || rows.length < batch || differences.length >= differencesMax) break
    above = last.onchainJobId
  }
  const keep = async (isEnd: boolean) => {
    const reported = [...differences, ...(await describeOutflows(ctx))].slice(0, differencesMax)
    await inTransaction(ctx.db, (tx) => saveDifferences(tx, ctx.chain.chainId, reported, isEnd))
    return reported
  }
  await keep(false)
  await reconcileWallets(ctx, appliedBlock)
  return keep(true)
}

/**
 * A row may be as new as the final head, or change while it is compared. Where the job moved between the block in effect
 * and the final head, the row may be as old as either or any block between: only a later comparison can judge it. So it is
 * where this head is older than what is known of the job.
 */
async function compare(ctx: Context, row: JobRow, block: bigint): Promise<string[]> {
  const { onchainJobId: id } = row
  const before = await ctx.chain.job(id, block)
  if (isSame(row, before)) return []
  const final = await ctx.chain.finalBlock()
  const after = final.number > block ? await ctx.chain.job(id, final.number) : before
  if (before?.state !== after?.state || before?.held !== after?.held) return []
  const now = await findJobById(ctx.db, id)
  if (!now || now.state !== row.state || now.lastEventBlock > final.number || isSame(now, after)) return []
  return [`Job ${id} is ${describe(now)} here and ${after ? describe(after) : 'unknown'} on chain.`]
}

function isSame({ state, held }: JobRow, job: ChainJob | undefined): boolean {
  return job !== undefined && job.state === state && job.held === held
}

function describe({ state, held }: Pick<ChainJob, 'state' | 'held'>): string {
  return `${state} with ${amountText(held)}`
}

import type { WorkerComposition } from '#lib/compose.ts'
import { findCursor } from '#lib/data/chain-index.ts'
import { inTransaction } from '#lib/data/database.ts'
import { findBooks, forgetBooks } from '#lib/data/escrow-books.ts'
import { listRecordedJobs } from '#lib/data/jobs.ts'
import { openSchemaCheck } from '#lib/data/schema-check.ts'
import { balanceOf } from '#lib/domain/escrow-books.ts'
import { amountText } from '#lib/domain/money.ts'
import { closeBooks } from '#lib/usecases/books/close-books.ts'
import { reconcileChain } from '#lib/usecases/chain/reconcile-chain.ts'
import type { WorkerContext } from '#lib/usecases/context.ts'

export type RestoredCheck = { block: bigint; jobs: number; escrow: string; problems: string[] }

const batch = 100
const newerMax = 10n

/**
 * Holds a restored database against the contract at the block that its events reach: the product's own comparison, its
 * books from the first event on, and every job, the ended ones too. Writes into that database alone.
 */
export async function checkRestored(services: WorkerComposition): Promise<RestoredCheck> {
  const ctx: WorkerContext = { ...services, actor: { kind: 'system', name: 'operator' }, requestId: 'restore-drill' }
  const schema = await openSchemaCheck()(ctx.db)
  if (schema) throw new Error(schema.detail)
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  if (!cursor) throw new Error('The database has not followed a chain yet.')
  if (cursor.haltedReason) throw new Error(`Its indexer is halted: ${cursor.haltedReason}.`)
  await inTransaction(ctx.db, forgetBooks)
  const missing = await closeBooks(ctx)
  const books = await findBooks(ctx.db)
  const { jobs, differing } = await compareJobs(ctx, cursor.appliedBlock)
  const differences = await reconcileChain(ctx)
  return {
    block: cursor.appliedBlock,
    jobs,
    escrow: amountText(books?.balance ?? 0n),
    problems: [
      ...(missing === 0n ? [] : [`The escrow differs from its events by ${amountText(missing)}.`]),
      ...(books && balanceOf(books).balance !== books.balance && missing === 0n ? ['The books were not closed.'] : []),
      ...differing,
      ...differences,
    ],
  }
}

async function compareJobs(ctx: WorkerContext, block: bigint): Promise<{ jobs: number; differing: string[] }> {
  const differing: string[] = []
  let jobs = 0
  for (let above = -1n; ; ) {
    const rows = await listRecordedJobs(ctx.db, above, batch)
    for (const { onchainJobId: id, state, held } of rows) {
      if (await isOnChain(ctx, { id, state, held }, block)) continue
      const job = await ctx.chain.job(id, block)
      const onChain = job ? `${job.state} with ${amountText(job.held)}` : 'unknown'
      differing.push(`Job ${id} is ${state} with ${amountText(held)} here and ${onChain} on chain at block ${block}.`)
    }
    jobs += rows.length
    const last = rows.at(-1)
    if (!last || rows.length < batch) return { jobs, differing }
    above = last.onchainJobId
  }
}

type Recorded = { id: bigint; state: string; held: bigint }

/** A row may be a few blocks newer than the events that had effect. */
async function isOnChain({ chain }: WorkerContext, { id, state, held }: Recorded, block: bigint): Promise<boolean> {
  const { number: newest } = await chain.finalBlock()
  for (let at = block; at <= newest && at <= block + newerMax; at += 1n) {
    const job = await chain.job(id, at)
    if (job?.state === state && job.held === held) return true
  }
  return false
}

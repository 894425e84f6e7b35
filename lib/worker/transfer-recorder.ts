import type { WorkerComposition } from '../compose.ts'
import { findHighestApplied } from '../data/chain-index.ts'
import type { Context } from '../usecases/context.ts'
import { recordTransfers } from '../usecases/journal/record-transfers.ts'

/** A wallet's money also moves without the contract. */
const atLeastEveryMs = 15_000

/**
 * Records transfers at once when an event of the contract had effect since the last time, so that a statement soon shows
 * what was paid, and else now and then. A balance that transfers do not explain is for an operator to see.
 */
export function transferRecorder(
  { db, log }: Pick<WorkerComposition, 'db' | 'log'>,
  context: () => Context,
): () => Promise<void> {
  let last: { block: bigint | undefined; at: number } | undefined
  return async () => {
    const block = (await findHighestApplied(db))?.number
    if (last && block === last.block && performance.now() - last.at < atLeastEveryMs) return
    const accounts = await recordTransfers(context())
    if (accounts.length > 0) log.error({ accounts }, 'transfers do not explain what these accounts hold')
    last = { block, at: performance.now() }
  }
}

import type { Logger } from 'pino'
import type { WorkerComposition } from '../compose.ts'
import { findCursor, isReconcileDue, noteStepFailure } from '../data/chain-index.ts'
import { fencedBy, inTransaction } from '../data/database.ts'
import { isFailure } from '../domain/failure.ts'
import { type ChainProgress, followChain } from '../usecases/chain/follow-chain.ts'
import { reconcileChain } from '../usecases/chain/reconcile-chain.ts'
import { releaseLapsedFundings } from '../usecases/chain/release-lapsed-fundings.ts'
import type { WorkerContext } from '../usecases/context.ts'
import { chainAlarms } from './chain-alarms.ts'
import { openLead } from './open-lead.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

export type IndexerOptions = {
  databaseUrl: string
  deploymentBlock: bigint
  intervalMs: number
  reconcileSeconds: number
}

/**
 * Follows the chain in whichever worker holds the lease, and compares the books with it. A comparison that fails, as
 * where the node has no state of the block, holds up nothing.
 */
export function startIndexer(services: WorkerComposition, options: IndexerOptions): Stop {
  const { log } = services
  const lead = openLead(log, options.databaseUrl, 'indexer')
  const fenced = { ...services, db: fencedBy(services.db, lead.fence) }
  const raiseAlarms = chainAlarms(log)
  const asLeader = (name: string, pauseMs: number, work: (context: WorkerContext) => Promise<void>) =>
    repeat(log, name, pauseMs, async () => {
      if (await lead.holds()) await work(workerContext(fenced))
    })
  const stops = [
    asLeader('indexer', options.intervalMs, (context) =>
      step(log, context, options).finally(() => raiseAlarms(context)),
    ),
    asLeader('reconcile-chain', 1_000, (context) => reconcile(log, context, options)),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
    await lead.close()
  }
}

async function step(log: Logger, context: WorkerContext, options: IndexerOptions): Promise<void> {
  const progress = await follow(log, context, options.deploymentBlock)
  if (progress.rewoundTo !== null) log.warn({ ancestor: String(progress.rewoundTo) }, 'the chain was reorganised')
  await releaseLapsedFundings(context)
}

/** Compares the books with the contract when it is time; what differs needs a person. */
async function reconcile(log: Logger, context: WorkerContext, options: IndexerOptions): Promise<void> {
  const { db, chain } = context
  if (!(await isReconcileDue(db, chain.chainId, options.reconcileSeconds))) return
  const cursor = await findCursor(db, chain.chainId)
  // Before its deployment there is no contract, which would look like a fault of the node.
  if (!cursor || cursor.appliedBlock < options.deploymentBlock) return
  const differences = await reconcileChain(context)
  if (differences.length > 0) log.error({ differences }, 'the books differ from the contract')
}

/** One step; a halt needs a person, so it is an error in the log of every step. */
async function follow(log: Logger, context: WorkerContext, deploymentBlock: bigint): Promise<ChainProgress> {
  try {
    return await followChain(context, deploymentBlock)
  } catch (error) {
    const cursor = await findCursor(context.db, context.chain.chainId)
    if (cursor?.haltedReason) log.error({ reason: cursor.haltedReason }, 'the indexer is halted')
    const failure = isFailure(error) ? error.message : 'an internal error, which the worker’s log tells.'
    await inTransaction(context.db, (tx) => noteStepFailure(tx, context.chain.chainId, failure))
    throw error
  }
}

import type { WorkerComposition } from '#lib/compose.ts'
import { openLeaderLock } from '#lib/data/leader-lock.ts'
import { followChain } from '#lib/usecases/chain/follow-chain.ts'
import { releaseLapsedFundings } from '#lib/usecases/chain/release-lapsed-fundings.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

const leaderKey = 6_150_003

export type IndexerOptions = { databaseUrl: string; deploymentBlock: bigint; intervalMs: number }

/** Follows the chain in whichever worker holds the leader's lock. */
export function startIndexer(services: WorkerComposition, options: IndexerOptions): Stop {
  const lead = openLeaderLock(options.databaseUrl, leaderKey)
  const stop = repeat(services.log, 'indexer', options.intervalMs, async () => {
    if (!(await lead.holds())) return
    const context = workerContext(services)
    const progress = await followChain(context, options.deploymentBlock)
    if (progress.rewoundTo !== null)
      services.log.warn({ ancestor: String(progress.rewoundTo) }, 'the chain was reorganised')
    await releaseLapsedFundings(context)
  })
  return async () => {
    await stop()
    await lead.close()
  }
}

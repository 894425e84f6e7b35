import type { ReservedSql } from 'postgres'
import type { Composition } from '#lib/compose.ts'
import { followChain } from '#lib/usecases/chain/follow-chain.ts'
import { releaseLapsedFundings } from '#lib/usecases/chain/release-lapsed-fundings.ts'
import { repeat, type Stop } from './repeat.ts'
import { workerContext } from './worker-context.ts'

const leaderKey = 6_150_003

/**
 * Follows the chain in whichever worker holds the leader's lock. The lock lives on a connection of its own, so it is free
 * again the moment that connection or its worker dies.
 */
export function startIndexer(services: Composition, options: { deploymentBlock: bigint; intervalMs: number }): Stop {
  let held: ReservedSql | undefined
  const stop = repeat(services.log, 'indexer', options.intervalMs, async () => {
    held = await keepLead(services, held)
    if (!held) return
    const context = workerContext(services)
    const progress = await followChain(context, options.deploymentBlock)
    if (progress.rewoundTo !== null)
      services.log.warn({ ancestor: String(progress.rewoundTo) }, 'the chain was reorganised')
    await releaseLapsedFundings(context)
  })
  return async () => {
    await stop()
    await held?.unsafe(`select pg_advisory_unlock(${leaderKey})`).catch(() => undefined)
    held?.release()
  }
}

async function keepLead(services: Composition, held: ReservedSql | undefined): Promise<ReservedSql | undefined> {
  if (held) {
    try {
      const [row] =
        await held`select 1 from pg_locks where locktype = 'advisory' and objid = ${leaderKey} and pid = pg_backend_pid()`
      if (row) return held
    } catch {}
    held.release()
  }
  const candidate = await services.db.$client.reserve()
  const [row] = await candidate`select pg_try_advisory_lock(${leaderKey}) as won`
  if (row?.won) return candidate
  candidate.release()
  return undefined
}

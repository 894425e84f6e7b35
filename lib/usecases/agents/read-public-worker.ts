import { findPublicWorker, listWork, type PublicWorkerRow, type Work } from '../../data/public-workers.ts'
import { readWorkerReputation } from '../../data/reputations.ts'
import { Failure } from '../../domain/failure.ts'
import type { WorkerReputation } from '../../domain/reputation.ts'
import type { Context } from '../context.ts'

export type PublicWorker = PublicWorkerRow & { address: `0x${string}`; reputation: WorkerReputation; work: Work[] }

/** What anyone may know of a worker: its public name, its record and its newest results. */
export async function readPublicWorker(ctx: Context, { address }: { address: `0x${string}` }): Promise<PublicWorker> {
  const worker = await findPublicWorker(ctx.db, address)
  if (!worker) throw new Failure('not_found', 'No worker of this service has this address.')
  const [reputation, work] = await Promise.all([readWorkerReputation(ctx.db, address), listWork(ctx.db, address)])
  return { ...worker, address, reputation, work }
}

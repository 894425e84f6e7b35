import { Failure } from '#lib/domain/failure.ts'
import { headAgeOf } from '../chain/head-age.ts'
import type { Context } from '../context.ts'
import { readServiceState, type ServiceState } from './read-service-state.ts'

export type Readiness = Omit<ServiceState, 'halted' | 'isReadOnly'> & {
  headBlock: bigint
  /** Seconds since the newest block, and whether that is longer than the settings allow. */
  headAge: number
  isHeadOld: boolean
}

/** Reads database and chain once; throws when either cannot be used, or when the indexer is halted. */
export async function readReadiness(ctx: Context): Promise<Readiness> {
  const [{ halted, isReadOnly, ...state }, head] = await Promise.all([readServiceState(ctx), ctx.chain.latestBlock()])
  if (isReadOnly) throw new Failure('unavailable', 'The database is read-only.', { retryAfterSeconds: 5 })
  if (halted) throw new Failure('unavailable', `The indexer is halted: ${halted}.`, { retryAfterSeconds: 60 })
  return { ...state, headBlock: head.number, ...headAgeOf(ctx, head) }
}

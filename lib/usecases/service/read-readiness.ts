import { Failure } from '#lib/domain/failure.ts'
import { inTime } from '#lib/domain/in-time.ts'
import { headAgeOf } from '../chain/head-age.ts'
import type { Context } from '../context.ts'
import { readServiceState, type ServiceState } from './read-service-state.ts'

export type Readiness = Omit<ServiceState, 'halted' | 'isReadOnly' | 'unreadSeconds' | 'stepFailure'> & {
  headBlock: bigint
  /** Seconds since the newest block, and whether that is longer than the settings allow. */
  headAge: number
  isHeadOld: boolean
}

/** A prober gives up after a few seconds, and would not hear why. */
const patienceMs = 5_000
/** An indexer that has read nothing for so long is away; single steps may fail, and long ones note what they have read. */
const unreadSecondsMax = 60

/**
 * Reads database and chain once; throws when either cannot be used, the chain within five seconds, when the indexer is
 * halted, or when it has read nothing for a minute.
 */
export async function readReadiness(ctx: Context): Promise<Readiness> {
  const [{ halted, isReadOnly, unreadSeconds, stepFailure, ...state }, head] = await Promise.all([
    readServiceState(ctx),
    inTime(readHead(ctx), patienceMs),
  ])
  if (isReadOnly) throw new Failure('unavailable', 'The database is read-only.', { retryAfterSeconds: 5 })
  if (halted) throw new Failure('unavailable', `The indexer is halted: ${halted}.`, { retryAfterSeconds: 60 })
  if (unreadSeconds === null || unreadSeconds > unreadSecondsMax) throw unread(unreadSeconds, stepFailure)
  if (!head) throw new Failure('chain_unavailable', 'The chain answers too slowly.', { retryAfterSeconds: 5 })
  return { ...state, headBlock: head.number, ...headAgeOf(ctx, head) }
}

async function readHead(ctx: Context) {
  await ctx.chain.assertSameChain()
  return ctx.chain.latestBlock()
}

function unread(seconds: number | null, failure: string | null): Failure {
  const since = seconds === null ? 'yet' : `for ${seconds} seconds`
  const why = failure ?? 'no worker does.'
  return new Failure('chain_unavailable', `The indexer has read nothing ${since}: ${why}`, { retryAfterSeconds: 5 })
}

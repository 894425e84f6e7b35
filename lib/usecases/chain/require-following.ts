import { Failure } from '../../domain/failure.ts'
import type { Context } from '../context.ts'
import { isHalted } from './is-halted.ts'

/** Throws `chain_unavailable` while the indexer is halted, so that nothing starts that nobody here could follow. */
export async function requireFollowing(ctx: Context): Promise<void> {
  if (!(await isHalted(ctx))) return
  const text =
    'Jobwright has stopped reading the chain because it contradicts our records. Nothing new starts until the operator finds the cause.'
  throw new Failure('chain_unavailable', text, { retryAfterSeconds: 60 })
}

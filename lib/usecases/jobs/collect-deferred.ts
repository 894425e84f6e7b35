import { listDeferredPayments } from '#lib/data/chain-index.ts'
import { isFailure } from '#lib/domain/failure.ts'
import type { Context } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'

const daySeconds = 86_400

/**
 * Has the escrow send what the token refused to deliver, to clients and agents alike. A refusal that lasts is tried again
 * after pauses that double up to a day; anyone else may call `collect` at any time.
 */
export async function collectDeferred(ctx: Context): Promise<void> {
  for (const { account, onchainJobId, blockNumber } of await listDeferredPayments(ctx.db, 50)) {
    try {
      if ((await ctx.chain.owed(account)) === 0n) continue
      await callOnce(ctx, {
        operator: 'dispatcher',
        purpose: 'COLLECTION',
        subject: `${account}/${blockNumber}`,
        call: ctx.chain.encodeCollect(account),
        followUp: { queue: 'advance-job', data: { onchainJobId: onchainJobId.toString() } },
        pauseSecondsMax: daySeconds,
      })
    } catch (error) {
      // The chain cannot be read now; the next sweep tries again.
      if (!isFailure(error)) throw error
    }
  }
}

import { type DeferredPayment, listDeferredPayments } from '../../data/chain-index.ts'
import { takeTurns } from '../../data/sweep-cursors.ts'
import type { Context } from '../context.ts'
import { callOnce } from '../operator/call-once.ts'
import { sweepRows } from '../sweep-rows.ts'

const daySeconds = 86_400
const batch = 50

/**
 * Has the escrow send what the token refused to deliver, to clients and agents alike. A refusal that lasts is tried again
 * after pauses that double up to a day; anyone else may call `collect` at any time.
 */
export async function collectDeferred(ctx: Context): Promise<void> {
  const nameOf = ({ account }: DeferredPayment) => account
  const deferred = await takeTurns(ctx.db, 'collect', {
    keyOf: nameOf,
    limit: batch,
    read: (after) => listDeferredPayments(ctx.db, { after, limit: batch }),
  })
  await sweepRows(deferred, { nameOf, handle: (payment) => collect(ctx, payment) })
}

async function collect(ctx: Context, { account, onchainJobId, blockNumber }: DeferredPayment): Promise<void> {
  if ((await ctx.chain.owed(account)) === 0n) return
  await callOnce(ctx, {
    operator: 'dispatcher',
    purpose: 'COLLECTION',
    subject: `${account}/${blockNumber}`,
    call: ctx.chain.encodeCollect(account),
    followUp: { queue: 'advance-job', data: { onchainJobId: onchainJobId.toString() } },
    pauseSecondsMax: daySeconds,
  })
}

import { fencedBy } from '#lib/data/database.ts'
import { openLease } from '#lib/data/lease.ts'
import type { SharedEnv } from '#lib/env.ts'
import type { Hash } from '#lib/ports/chain.ts'
import { reindex } from '#lib/usecases/chain/reindex.ts'
import type { Context } from '#lib/usecases/context.ts'

type Given = { from?: string | undefined; drop?: string | undefined; because?: string | undefined }

/** Reads the escrow's events again in place of the worker's indexer; throws while a worker leads it. */
export async function reindexChain(ctx: Context, env: SharedEnv, given: Given): Promise<string> {
  const lead = openLease(env.DATABASE_URL, 'indexer')
  try {
    if (!(await lead.holds())) throw new Error('a worker follows the chain now; stop the worker program first')
    const fenced = { ...ctx, db: fencedBy(ctx.db, lead.fence) }
    const { from, drop, because } = given
    const done = await reindex(fenced, {
      from: BigInt(from ?? env.ESCROW_DEPLOYMENT_BLOCK),
      drop: (drop?.split(',') ?? []) as Hash[],
      because,
    })
    return [
      `${done.blocks} blocks read again.`,
      `Events: ${done.added} were missing, ${done.corrected} recorded otherwise, ${done.removed} not on chain.`,
      ...(done.rebound > 0 ? [`${done.rebound} events in effect are in another block now, and bound to it.`] : []),
      ...(done.dropped > 0 ? [`${done.dropped} events in effect were given up.`] : []),
      done.jobs.length === 0 ? 'No job differed.' : `Jobs that differed: ${done.jobs.join(', ')}.`,
    ].join('\n')
  } finally {
    await lead.close()
  }
}

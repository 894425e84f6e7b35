import { type CursorRow, findCursor } from '#lib/data/chain-index.ts'
import type { Context } from '../context.ts'

export type Readiness = { indexedBlock: bigint; headBlock: bigint; haltedReason: string | null }

/** Reads database and chain once; throws when either cannot be used. */
export async function readReadiness(ctx: Context): Promise<Readiness> {
  const [cursor, head] = await Promise.all([findCursor(ctx.db, ctx.chain.chainId), ctx.chain.latestBlock()])
  return {
    indexedBlock: cursor?.indexedBlock ?? 0n,
    headBlock: head.number,
    haltedReason: reasonOf(ctx, cursor),
  }
}

function reasonOf(ctx: Context, cursor: CursorRow | undefined): string | null {
  if (!cursor) return null
  return cursor.escrow === ctx.chain.escrow ? cursor.haltedReason : `the database follows the escrow ${cursor.escrow}`
}

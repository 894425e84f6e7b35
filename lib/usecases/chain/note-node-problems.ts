import { isDeepStrictEqual } from 'node:util'
import { findCursor, saveNodeProblems, storedProblems } from '../../data/chain-index.ts'
import { inTransaction } from '../../data/database.ts'
import type { NodeProblem } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

/** Keeps what is wrong with the chain's nodes where the web program tells it, and gives it. */
export async function noteNodeProblems(ctx: Context): Promise<NodeProblem[]> {
  const problems = ctx.chain.nodeProblems()
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  if (cursor && !isDeepStrictEqual(storedProblems(cursor), problems))
    await inTransaction(ctx.db, (tx) => saveNodeProblems(tx, ctx.chain.chainId, problems))
  return problems
}

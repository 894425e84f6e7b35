import { type CursorRow, findCursor, storedProblems } from '#lib/data/chain-index.ts'
import { isDatabaseReadOnly } from '#lib/data/database.ts'
import { findFinalityLag } from '#lib/data/finality-lag.ts'
import { listWaitingKeys, type WaitingKey } from '#lib/data/operator-calls.ts'
import { findAllowance } from '#lib/data/public-repositories.ts'
import { strangerReserve } from '#lib/domain/discovery.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { NodeProblem } from '#lib/ports/chain.ts'
import { headAgeOf } from '../chain/head-age.ts'
import type { Context } from '../context.ts'

export type Readiness = {
  indexedBlock: bigint
  headBlock: bigint
  /** Seconds since the newest block, and whether that is longer than the settings allow. */
  headAge: number
  isHeadOld: boolean
  /** The longest that a block waited to be final in the last day, in seconds. */
  finalityLag: bigint
  /** When the books were last compared with the contract, and what differed. */
  reconciledAt: Date | null
  differences: string[]
  /** Nodes of the chain that are at fault, as the indexer or this program sees them. */
  nodeProblems: NodeProblem[]
  /** How long the public index may go without a reading, since the host limits anonymous requests. */
  discoveryWaitsSeconds: number | null
  /** Keys of the service whose calls wait for money, a lower price or a block. */
  waitingKeys: WaitingKey[]
}

/** Reads database and chain once; throws when either cannot be used, or when the indexer is halted. */
export async function readReadiness(ctx: Context): Promise<Readiness> {
  const [cursor, head, finalityLag, allowance, isReadOnly, waitingKeys] = await Promise.all([
    findCursor(ctx.db, ctx.chain.chainId),
    ctx.chain.latestBlock(),
    findFinalityLag(ctx.db),
    findAllowance(ctx.db),
    isDatabaseReadOnly(ctx.db),
    listWaitingKeys(ctx.db),
  ])
  if (isReadOnly) throw new Failure('unavailable', 'The database is read-only.', { retryAfterSeconds: 5 })
  const halted = haltOf(ctx, cursor)
  if (halted) throw new Failure('unavailable', `The indexer is halted: ${halted}.`, { retryAfterSeconds: 60 })
  return {
    indexedBlock: cursor?.indexedBlock ?? 0n,
    headBlock: head.number,
    ...headAgeOf(ctx, head),
    finalityLag,
    reconciledAt: cursor?.reconciledAt ?? null,
    differences: cursor?.differences ?? [],
    nodeProblems: oncePerNode([...storedProblems(cursor), ...ctx.chain.nodeProblems()]),
    discoveryWaitsSeconds: allowance && allowance.remaining <= strangerReserve ? allowance.secondsLeft : null,
    waitingKeys,
  }
}

function oncePerNode(problems: readonly NodeProblem[]): NodeProblem[] {
  return [...new Map(problems.toReversed().map((problem) => [problem.ordinal, problem])).values()].toSorted(
    (a, b) => a.ordinal - b.ordinal,
  )
}

function haltOf(ctx: Context, cursor: CursorRow | undefined): string | null {
  if (!cursor) return null
  return cursor.escrow === ctx.chain.escrow ? cursor.haltedReason : `the database follows the escrow ${cursor.escrow}`
}

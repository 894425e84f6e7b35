import { type CursorRow, findCursor, storedProblems } from '../../data/chain-index.ts'
import { isDatabaseReadOnly } from '../../data/database.ts'
import { findDispatchPause } from '../../data/dispatch-pause.ts'
import { findFinalityLag, findUsualFinality } from '../../data/finality-lag.ts'
import { listWaitingKeys, type WaitingKey } from '../../data/operator-calls.ts'
import { findAllowance } from '../../data/public-repositories.ts'
import { strangerReserve } from '../../domain/discovery.ts'
import type { NodeProblem } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

export type ServiceState = {
  indexedBlock: bigint
  isReadOnly: boolean
  /** Why the indexer is halted; null while it is not. */
  halted: string | null
  /** For how long the indexer has read nothing; null before its first step. */
  unreadSeconds: number | null
  /** When it last read the chain. */
  readAt: Date | null
  /** Why its last step failed; null after one that did not. */
  stepFailure: string | null
  /** The longest that a block waited to be final in the last day, in seconds. */
  finalityLag: bigint
  /** How long blocks usually wait to be final, in seconds. */
  usualFinality: bigint
  /** When the books were last compared with the contract, and what differed. */
  reconciledAt: Date | null
  differences: string[]
  /** Nodes of the chain that are at fault, as the indexer or this program sees them. */
  nodeProblems: NodeProblem[]
  /** How long the public index may go without a reading, since the host limits anonymous requests. */
  discoveryWaitsSeconds: number | null
  /** Keys of the service whose calls wait for money, a lower price or a block. */
  waitingKeys: WaitingKey[]
  /** Since when an operator lets no job be offered; null while jobs are. */
  dispatchPausedSince: Date | null
}

/** What the database says about the service as a whole; readiness and metrics both come from here. */
export async function readServiceState(ctx: Context): Promise<ServiceState> {
  const [cursor, finalityLag, usualFinality, allowance, isReadOnly, waitingKeys, pause] = await Promise.all([
    findCursor(ctx.db, ctx.chain.chainId),
    findFinalityLag(ctx.db),
    findUsualFinality(ctx.db),
    findAllowance(ctx.db),
    isDatabaseReadOnly(ctx.db),
    listWaitingKeys(ctx.db),
    findDispatchPause(ctx.db),
  ])
  return {
    indexedBlock: cursor?.indexedBlock ?? 0n,
    isReadOnly,
    halted: haltOf(ctx, cursor),
    unreadSeconds: cursor?.readAt ? Math.max(0, Math.floor((Date.now() - cursor.readAt.getTime()) / 1_000)) : null,
    readAt: cursor?.readAt ?? null,
    stepFailure: cursor?.stepFailure ?? null,
    finalityLag,
    usualFinality,
    reconciledAt: cursor?.reconciledAt ?? null,
    differences: cursor?.differences ?? [],
    nodeProblems: oncePerNode([...storedProblems(cursor), ...ctx.chain.nodeProblems()]),
    discoveryWaitsSeconds: allowance && allowance.remaining <= strangerReserve ? allowance.secondsLeft : null,
    waitingKeys,
    dispatchPausedSince: pause?.since ?? null,
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

import { isDeepStrictEqual } from 'node:util'
import { findCursor, type LogRow, moveCursor, saveBlocks, saveLogs } from '../../data/chain-index.ts'
import { inTransaction, type Transaction } from '../../data/database.ts'
import { forgetBooks } from '../../data/escrow-books.ts'
import {
  correctLog,
  deleteLog,
  forgetBlocks,
  listLogsBetween,
  listOrphanedCreations,
  redateAttempts,
} from '../../data/reindexing.ts'
import { Failure } from '../../domain/failure.ts'
import type { EscrowHistory, EscrowLog, Hash } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { recordOperation } from '../operations/record-operation.ts'
import { adoptJob } from './adopt-job.ts'
import { applyFinalLogs, toEscrowLog } from './apply-final-logs.ts'
import { correctJobs } from './correct-jobs.ts'
import { forgetAbove } from './forget-above.ts'
import { assertDroppable, type Displaced, rebindLogs } from './rebind-logs.ts'

export type Reindexed = {
  /** Blocks that were read again. */
  blocks: bigint
  /** Events that were missing here, recorded otherwise, or not on chain. */
  added: number
  corrected: number
  removed: number
  /** Events in effect that are in another block now. */
  rebound: number
  /** Events in effect that were given up, since they are not on chain. */
  dropped: number
  /** Jobs whose row was set to what the contract says. */
  jobs: bigint[]
}

/** Headers that the indexer compares with the chain in its next step. */
const windowBlocks = 64n

/**
 * Reads the escrow's events again, each block proven complete, from `from` up to where the indexer is. Events that were
 * missing have their effect now, in the chain's order; the others keep that they had theirs. Then every job's row is set to
 * what events and contract say. An event in effect whose transaction is in another block now is bound to that. Safe to repeat,
 * and to stop at any point. Must not run beside the indexer. Throws `state_conflict` when an event that had effect here is
 * nowhere on chain, which is for a person to explain; `drop` names the transactions of those that they give up. Transfers from
 * `from` on are forgotten, and read again by the worker. Refuses as well while the chain is shorter than what was read.
 */
export async function reindex(
  ctx: Context,
  { from, drop = [], because }: { from: bigint; drop?: readonly Hash[]; because?: string | undefined },
): Promise<Reindexed> {
  await ctx.chain.assertSameChain()
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  if (!cursor) throw new Failure('state_conflict', 'The indexer has not read this chain yet.')
  // A transaction may be in a later block now than any that the indexer has read.
  const { number } = await ctx.chain.finalBlock()
  const to = max(number, cursor.indexedBlock)
  const latest = await ctx.chain.latestBlock()
  if (latest.number < to)
    throw new Failure(
      'state_conflict',
      `The chain ends at block ${latest.number} now, and was read to ${to}: wait for it.`,
    )
  const done: Reindexed = { blocks: 0n, added: 0, corrected: 0, removed: 0, rebound: 0, dropped: 0, jobs: [] }
  const displaced: Displaced = { rows: [], logs: [] }
  let next = from
  let parent: Hash | undefined
  while (next <= to) {
    const history = await ctx.chain.escrowHistory({ from: next, to, ...(parent && { parent }) })
    const last = history.blocks.at(-1)
    if (!last) throw new Failure('chain_unavailable', `The node does not have block ${next}.`, { retryAfterSeconds: 2 })
    const range = { first: next, last: last.number, to }
    const { added, corrected, removed } = await inTransaction(ctx.db, (tx) => compare(tx, history, range, displaced))
    done.added += added
    done.corrected += corrected
    done.removed += removed
    done.blocks += last.number - next + 1n
    next = last.number + 1n
    parent = last.hash
  }
  await assertDroppable(ctx, displaced, drop)
  const { rebound, dropped } = await inTransaction(ctx.db, async (tx) => {
    if (to > cursor.indexedBlock) await moveCursor(tx, ctx.chain.chainId, { indexedBlock: to })
    await forgetAbove(tx, from - 1n)
    return rebindLogs(tx, displaced, drop)
  })
  done.rebound = rebound
  // What moved was new at its place, and is no event that was missing.
  done.added = Math.max(0, done.added + displaced.logs.length - rebound)
  done.dropped = dropped.length
  await takeEffect(ctx, { ...cursor, indexedBlock: to }, done)
  const given = {
    because,
    dropped: dropped.map(({ eventName, transactionHash }) => `${eventName} of ${transactionHash}`),
  }
  const evidence = { ...describe(from, done), ...(dropped.length > 0 && given) }
  await inTransaction(ctx.db, (tx) => recordOperation(ctx, tx, 'reindexed', evidence))
  return done
}

function describe(from: bigint, { blocks, jobs, ...counts }: Reindexed): Record<string, unknown> {
  return { from: from.toString(), blocks: blocks.toString(), ...counts, jobs: jobs.slice(0, 100).map(String) }
}

async function compare(
  tx: Transaction,
  { blocks, logs }: EscrowHistory,
  range: { first: bigint; last: bigint; to: bigint },
  displaced: Displaced,
): Promise<Pick<Reindexed, 'added' | 'corrected' | 'removed'>> {
  const found = { corrected: 0, removed: 0 }
  const onChain = new Map(logs.map((log) => [keyOf(log), log]))
  for (const row of await listLogsBetween(tx, range.first, range.last)) {
    const log = onChain.get(keyOf(row))
    if (!log || !isSameEvent(row, log)) {
      if (!row.appliedAt) {
        await deleteLog(tx, row)
        found.removed += 1
        continue
      }
      displaced.rows.push(row)
      if (log) displaced.logs.push(log)
    } else if (!isSameRecord(row, log)) {
      await correctLog(tx, { ...row, blockHash: log.blockHash, args: log.args, onchainJobId: log.jobId })
      found.corrected += 1
    }
  }
  // What stands where an event in effect was waits until that has its new place.
  const added = await saveLogs(tx, logs)
  await forgetBlocks(tx, range.first, range.last)
  await saveBlocks(
    tx,
    blocks.filter(({ number }) => number > range.to - windowBlocks),
  )
  return { ...found, added }
}

async function takeEffect(
  ctx: Context,
  cursor: { indexedBlock: bigint; appliedBlock: bigint },
  done: Reindexed,
): Promise<void> {
  const final = await ctx.chain.finalBlock()
  const upTo = min(final.number, cursor.indexedBlock)
  await applyFinalLogs(ctx, upTo, final)
  for (const row of await listOrphanedCreations(ctx.db)) await adoptJob(ctx, toEscrowLog(row), final)
  done.jobs = await correctJobs(ctx, final)
  await inTransaction(ctx.db, async (tx) => {
    await redateAttempts(tx)
    await forgetBooks(tx)
  })
  if (upTo > cursor.appliedBlock)
    await inTransaction(ctx.db, (tx) => moveCursor(tx, ctx.chain.chainId, { appliedBlock: upTo }))
}

function keyOf({ blockNumber, logIndex }: { blockNumber: bigint; logIndex: number }): string {
  return `${blockNumber}/${logIndex}`
}

function isSameEvent(row: LogRow, log: EscrowLog): boolean {
  return row.transactionHash === log.transactionHash && row.eventName === log.name
}

function isSameRecord(row: LogRow, log: EscrowLog): boolean {
  return row.blockHash === log.blockHash && row.onchainJobId === log.jobId && isDeepStrictEqual(row.args, log.args)
}

const max = (a: bigint, b: bigint) => (a > b ? a : b)
const min = (a: bigint, b: bigint) => (a < b ? a : b)

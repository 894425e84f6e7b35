import {
  type CursorRow,
  findCursor,
  findHighestApplied,
  insertCursor,
  listBlocks,
  moveCursor,
  noteRead,
  pruneBlocks,
  rewindTo,
  saveBlocks,
  saveLogs,
} from '../../data/chain-index.ts'
import { inTransaction } from '../../data/database.ts'
import { findFinalityLag, noteFinalityLag } from '../../data/finality-lag.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { Block, EscrowHistory, Hash, Head } from '../../ports/chain.ts'
import type { Context } from '../context.ts'
import { applyFinalLogs } from './apply-final-logs.ts'
import { type Fork, findFork } from './find-fork.ts'
import { forgetAbove } from './forget-above.ts'

/** Blocks whose headers are kept; a reorganisation that reaches below them, or below what had effect, halts the indexer. */
const windowBlocks = 64n
const maxRange = 2_000n

type Effective = { number: bigint; hash: Hash }

export type ChainProgress = { indexedBlock: bigint; appliedBlock: bigint; newLogs: number; rewoundTo: bigint | null }

/**
 * One step of the indexer: rewinds to the common ancestor if the stored branch is no longer canonical, reads the next
 * range of the escrow's logs, which follows the newest stored block, and gives final logs their effect. A crash at any
 * point is healed by the next step, on the same path as a reorganisation. A block that the node does not have is
 * asked for again in the next step.
 */
export async function followChain(ctx: Context, deploymentBlock: bigint): Promise<ChainProgress> {
  await ctx.chain.assertSameChain()
  const cursor = await openCursor(ctx, deploymentBlock)
  const [readable, final] = await Promise.all([ctx.chain.readableBlock(), ctx.chain.finalBlock()])
  const rewoundTo = await rewindIfNeeded(ctx, cursor, readable)
  const start = rewoundTo ?? cursor.indexedBlock
  const to = min(readable.number, start + maxRange)
  const reading =
    to > start
      ? await readOn(ctx, { from: max(deploymentBlock, start + 1n), start, to })
      : { indexedBlock: start, newLogs: 0 }
  if (reading === 'changed') return { indexedBlock: start, appliedBlock: cursor.appliedBlock, newLogs: 0, rewoundTo }
  const { indexedBlock, newLogs } = reading
  const appliedBlock = min(final.number, indexedBlock)
  await applyFinalLogs(ctx, appliedBlock, final)
  const newest = ctx.chain.readsFinalOnly ? await ctx.chain.latestBlock() : readable
  const lag = await soundLag(ctx, newest, await finalityLag(ctx, newest, final, cursor.appliedBlock))
  await inTransaction(ctx.db, async (tx) => {
    if (appliedBlock > cursor.appliedBlock) await moveCursor(tx, ctx.chain.chainId, { appliedBlock })
    await noteFinalityLag(tx, lag)
    await noteRead(tx, ctx.chain.chainId)
  })
  return { indexedBlock, appliedBlock, newLogs, rewoundTo }
}

/**
 * How long the oldest block that is not final had waited when the step began, in seconds of the chain's clock. Below the
 * stored headers, and where only final blocks are read, the final block stands for the next one. A block that was final
 * before stays final, whatever a node says now.
 */
async function finalityLag(ctx: Context, newest: Block, final: Block, applied: bigint): Promise<bigint> {
  const number = max(final.number, applied)
  if (number >= newest.number) return 0n
  const stored = await listBlocks(ctx.db, Number(windowBlocks))
  const at = (wanted: bigint) => [...stored, final].find((block) => block.number === wanted)
  const oldest = at(number + 1n) ?? at(number) ?? (await ctx.chain.block(number))
  return oldest ? max(0n, newest.timestamp - oldest.timestamp) : 0n
}

/** A lag above all of the last day, by which work is planned for a day, has to follow from a block that two nodes show. */
async function soundLag(ctx: Context, newest: Block, lag: bigint): Promise<bigint> {
  if (!ctx.chain.readsFinalOnly || lag <= (await findFinalityLag(ctx.db))) return lag
  try {
    const { timestamp } = await ctx.chain.agreedBlock(newest.number)
    return timestamp === newest.timestamp ? lag : 0n
  } catch (error) {
    if (!isFailure(error)) throw error
    return 0n
  }
}

async function openCursor(ctx: Context, deploymentBlock: bigint): Promise<CursorRow> {
  const { chainId, escrow } = ctx.chain
  const known = await findCursor(ctx.db, chainId)
  if (known?.haltedReason) throw new Failure('chain_unavailable', `The indexer is halted: ${known.haltedReason}`)
  if (known?.escrow === escrow) return known
  if (known) throw new Failure('chain_unavailable', `The database follows the escrow ${known.escrow}, not ${escrow}.`)
  const before = deploymentBlock > 0n ? deploymentBlock - 1n : 0n
  const row = {
    chainId,
    escrow,
    genesisHash: ctx.chain.genesisHash,
    indexedBlock: before,
    appliedBlock: before,
  }
  await inTransaction(ctx.db, (tx) => insertCursor(tx, row))
  return openCursor(ctx, deploymentBlock)
}

async function rewindIfNeeded(ctx: Context, cursor: CursorRow, head: Head): Promise<bigint | null> {
  const { chainId } = ctx.chain
  const stored = await listBlocks(ctx.db, Number(windowBlocks))
  const found = isOnTop(head, stored[0]) ? undefined : await findFork(ctx, stored, head)
  if (!found) {
    if (cursor.suspectedFork) await inTransaction(ctx.db, (tx) => moveCursor(tx, chainId, { suspectedFork: null }))
    return null
  }
  await ctx.chain.assertSameChain('fresh')
  const effective = await findHighestApplied(ctx.db)
  const fork = await belowHeaders(ctx, found, effective)
  const { ancestor } = fork
  await requireAgreedFork(ctx, ancestor, [effective, stored.find(({ number }) => number <= cursor.appliedBlock)])
  if (effective && ancestor < effective.number) return haltOnceConfirmed(ctx, cursor, fork, effective.number)
  await inTransaction(ctx.db, async (tx) => {
    await rewindTo(tx, chainId, { ancestor, appliedBlock: min(ancestor, cursor.appliedBlock) })
    // The rewrite went below what was final, and moved no event of the escrow; the token's transfers are another matter.
    if (ancestor < cursor.appliedBlock) await forgetAbove(tx, ancestor)
  })
  return ancestor
}

/** Below the stored headers, the newest block that had effect is the ancestor if it is still canonical. */
async function belowHeaders(ctx: Context, fork: Fork, effective: Effective | undefined): Promise<Fork> {
  if (fork.ancestor >= 0n || !effective) return fork
  const canonical = await ctx.chain.block(effective.number)
  if (canonical?.hash === effective.hash) return { ...fork, ancestor: effective.number }
  // The hash must not change with the head, or a later step could not confirm it.
  return { ...fork, hash: canonical?.hash ?? effective.hash }
}

/** What was final is given up only where two nodes agree that the newest such block above the ancestor is another one. */
async function requireAgreedFork(ctx: Context, ancestor: bigint, firm: readonly (Effective | undefined)[]) {
  for (const block of firm) {
    if (!block || ancestor >= block.number) continue
    if ((await ctx.chain.agreedHash(block.number)) !== block.hash) continue
    const message = `Nodes show different blocks at height ${block.number}, of which the one on record is on chain.`
    throw new Failure('chain_unavailable', message, { retryAfterSeconds: 2 })
  }
}

/** The head itself tells that the stored branch is canonical: it is the newest stored block, or the next one. */
function isOnTop(head: Head, newest: Block | undefined): boolean {
  if (!newest) return false
  const isSame = head.number === newest.number && head.hash === newest.hash
  return isSame || (head.number === newest.number + 1n && head.parentHash === newest.hash)
}

/** One answer may come from a node that follows another branch for a moment; a later step must see the same block. */
async function haltOnceConfirmed(ctx: Context, cursor: CursorRow, fork: Fork, effective: bigint): Promise<never> {
  const { ancestor } = fork
  const place = ancestor < 0n ? 'further back than the blocks on record' : `from block ${ancestor + 1n} on`
  const reason = `events up to block ${effective} had effect, but the chain changed ${place}`
  const isConfirmed = cursor.suspectedFork === fork.hash
  const change = isConfirmed ? { haltedReason: reason, forkBlock: max(0n, ancestor) } : { suspectedFork: fork.hash }
  await inTransaction(ctx.db, (tx) => moveCursor(tx, ctx.chain.chainId, change))
  throw new Failure('chain_unavailable', `The indexer ${isConfirmed ? 'halts' : 'asks again'}: ${reason}.`)
}

type Reading = { indexedBlock: bigint; newLogs: number }

/**
 * Reads from `from`, after `start`, to `to`, or to the first block that the node does not have, and stores each part with the
 * cursor; `changed` when the branch is not the stored one any more, which the next step heals.
 */
async function readOn(ctx: Context, range: { from: bigint; start: bigint; to: bigint }): Promise<Reading | 'changed'> {
  const { start, to } = range
  const reading = { indexedBlock: start, newLogs: 0 }
  let from = range.from
  let parent = (await listBlocks(ctx.db, 1)).find(({ number }) => number === from - 1n)?.hash
  while (from <= to) {
    const history = await ctx.chain.escrowHistory({ from, to, ...(parent && { parent }) })
    const last = history.blocks.at(-1)
    if (!last) break
    if (await isOtherBranch(ctx, history.blocks)) return 'changed'
    reading.indexedBlock = max(start, last.number)
    reading.newLogs += await store(ctx, history, reading.indexedBlock)
    from = last.number + 1n
    parent = last.hash
  }
  return reading
}

async function isOtherBranch(ctx: Context, blocks: readonly Block[]): Promise<boolean> {
  const hashes = new Map(blocks.map(({ number, hash }) => [number, hash]))
  const stored = await listBlocks(ctx.db, Number(windowBlocks))
  return stored.some(({ number, hash }) => hashes.has(number) && hashes.get(number) !== hash)
}

function store(ctx: Context, { blocks, logs }: EscrowHistory, indexedBlock: bigint): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    await saveBlocks(tx, blocks.slice(-Number(windowBlocks)))
    await pruneBlocks(tx, indexedBlock - windowBlocks)
    await moveCursor(tx, ctx.chain.chainId, { indexedBlock })
    await noteRead(tx, ctx.chain.chainId)
    return saveLogs(tx, logs)
  })
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)

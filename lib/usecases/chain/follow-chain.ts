import {
  type CursorRow,
  findCursor,
  findHighestAppliedLog,
  insertCursor,
  listBlocks,
  moveCursor,
  pruneBlocks,
  rewindTo,
  saveBlocks,
  saveLogs,
} from '#lib/data/chain-index.ts'
import { inTransaction } from '#lib/data/database.ts'
import { Failure } from '#lib/domain/failure.ts'
import type { Block } from '#lib/ports/chain.ts'
import type { Context } from '../context.ts'
import { applyFinalLogs } from './apply-final-logs.ts'

/** Blocks whose headers are kept; a reorganisation that reaches below them, or below what had effect, halts the indexer. */
const windowBlocks = 64n
const rescanBlocks = 16n
const maxRange = 2_000n

export type ChainProgress = { indexedBlock: bigint; appliedBlock: bigint; newLogs: number; rewoundTo: bigint | null }

/**
 * One step of the indexer: rewinds to the common ancestor if the stored branch is no longer canonical, reads the next
 * range of the escrow's logs with a re-scan of the newest blocks, and gives final logs their effect. A crash at any
 * point is healed by the next step, on the same path as a reorganisation.
 */
export async function followChain(ctx: Context, deploymentBlock: bigint): Promise<ChainProgress> {
  await ctx.chain.assertSameChain()
  const cursor = await openCursor(ctx, deploymentBlock)
  const rewoundTo = await rewindIfNeeded(ctx, cursor)
  const start = rewoundTo ?? cursor.indexedBlock
  const latest = await ctx.chain.latestBlock()
  const to = min(latest.number, start + maxRange)
  const newLogs =
    to > start || rewoundTo !== null ? await readRange(ctx, max(deploymentBlock, start - rescanBlocks), to, latest) : 0
  if (newLogs === 'changed') return { indexedBlock: start, appliedBlock: cursor.appliedBlock, newLogs: 0, rewoundTo }
  const final = await ctx.chain.finalBlock()
  const appliedBlock = min(final.number, max(to, start))
  await applyFinalLogs(ctx, appliedBlock, final)
  if (appliedBlock > cursor.appliedBlock)
    await inTransaction(ctx.db, (tx) => moveCursor(tx, ctx.chain.chainId, { appliedBlock }))
  return { indexedBlock: max(to, start), appliedBlock, newLogs, rewoundTo }
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
    genesisHash: await ctx.chain.genesisHash(),
    indexedBlock: before,
    appliedBlock: before,
  }
  await inTransaction(ctx.db, (tx) => insertCursor(tx, row))
  return openCursor(ctx, deploymentBlock)
}

async function rewindIfNeeded(ctx: Context, cursor: CursorRow): Promise<bigint | null> {
  const stored = await listBlocks(ctx.db, Number(windowBlocks))
  const ancestor = await commonAncestor(ctx, stored)
  if (ancestor === 'intact') return null
  const target = ancestor ?? -1n
  const effective = await findHighestAppliedLog(ctx.db)
  if (effective !== undefined && target < effective) {
    const reason = `events up to block ${effective} had effect, but the chain changed from block ${target + 1n} on`
    await inTransaction(ctx.db, (tx) => moveCursor(tx, ctx.chain.chainId, { haltedReason: reason }))
    throw new Failure('chain_unavailable', `The indexer halts: ${reason}.`)
  }
  await inTransaction(ctx.db, (tx) =>
    rewindTo(tx, ctx.chain.chainId, { ancestor: target, appliedBlock: min(target, cursor.appliedBlock) }),
  )
  return target
}

/** The newest stored block that is still canonical; `intact` when that is the newest stored one, null when none is. */
async function commonAncestor(ctx: Context, newestFirst: Block[]): Promise<bigint | 'intact' | null> {
  for (const [index, block] of newestFirst.entries()) {
    const canonical = await ctx.chain.block(block.number)
    if (canonical?.hash === block.hash) return index === 0 ? 'intact' : block.number
  }
  return newestFirst.length === 0 ? 'intact' : null
}

/**
 * Stores logs and headers of a range together with the cursor; `changed` when the branch is not the stored one any more
 * or changed while it was read, which the next step heals.
 */
async function readRange(ctx: Context, from: bigint, to: bigint, latest: Block): Promise<number | 'changed'> {
  const logs = await ctx.chain.escrowLogs(from, to)
  const headers = await readHeaders(ctx, max(from, to - windowBlocks + 1n), to)
  const hashes = new Map(headers.map((block) => [block.number, block.hash]))
  const differs = (number: bigint, hash: string) => hashes.has(number) && hashes.get(number) !== hash
  const stored = await listBlocks(ctx.db, Number(windowBlocks))
  const tip = await ctx.chain.block(latest.number)
  const isOtherBranch =
    logs.some((log) => differs(log.blockNumber, log.blockHash)) ||
    stored.some((block) => differs(block.number, block.hash)) ||
    tip?.hash !== latest.hash
  if (isOtherBranch) return 'changed'
  return inTransaction(ctx.db, async (tx) => {
    await saveBlocks(tx, headers)
    await pruneBlocks(tx, to - windowBlocks)
    await moveCursor(tx, ctx.chain.chainId, { indexedBlock: to })
    return saveLogs(tx, logs)
  })
}

async function readHeaders(ctx: Context, from: bigint, to: bigint): Promise<Block[]> {
  const numbers = Array.from({ length: Number(to - from) + 1 }, (_, index) => from + BigInt(index))
  const blocks = await Promise.all(numbers.map((number) => ctx.chain.block(number)))
  return blocks.filter((block) => block !== null)
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)

import { findCursor, findOldestLog } from '../../data/chain-index.ts'
import { inTransaction } from '../../data/database.ts'
import {
  insertMark,
  listMarks,
  listMarksOf,
  listUnmarkedWallets,
  moveMark,
  saveTransfers,
  sumChanges,
  type TransferMark,
} from '../../data/token-transfers.ts'
import { Failure, isFailure } from '../../domain/failure.ts'
import type { Address, TokenMove } from '../../ports/chain.ts'
import type { Context } from '../context.ts'

const batch = 100
/** Blocks that one step reads; the next one goes on. */
const maxBlocks = 20_000n
/** How far back a new account is read at least, so that nothing after its creation is left out. */
const lookback = 100n
/** How far back an account is read again whose balance its transfers do not explain: a node may have withheld some. */
const againBlocks = 5_000n

/**
 * Records the final transfers of the escrow and of every wallet of clients and agents, up to the newest block in effect.
 * Returns the accounts whose balance is not what their transfers explain, also when the last blocks are read again; those
 * are not recorded any further. Does nothing while halted.
 */
export async function recordTransfers(ctx: Context): Promise<Address[]> {
  const cursor = await findCursor(ctx.db, ctx.chain.chainId)
  if (!cursor || cursor.haltedReason) return []
  const upTo = cursor.appliedBlock
  const unexplained = await beginNew(ctx, upTo)
  let above: Address | null = null
  for (;;) {
    const marks: TransferMark[] = await listMarks(ctx.db, above, batch)
    for (const [from, group] of Map.groupBy(marks, ({ throughBlock }) => throughBlock))
      unexplained.push(...(await readOn(ctx, group, { from, upTo })))
    const last = marks.at(-1)
    if (!last || marks.length < batch) return unexplained
    above = last.address
  }
}

/**
 * The opening balance follows from today's, because few nodes know that of an old block. Where the node does know it, the two
 * have to agree: otherwise transfers in between were withheld, and the account waits.
 */
async function beginNew(ctx: Context, upTo: bigint): Promise<Address[]> {
  const { escrow } = ctx.chain
  const isFirst = (await listMarksOf(ctx.db, [escrow])).length === 0
  const addresses = [...(isFirst ? [escrow] : []), ...(await listUnmarkedWallets(ctx.db, batch))]
  if (addresses.length === 0) return []
  const fromBlock = await firstBlock(ctx, upTo, isFirst)
  const moves = await ctx.chain.tokenMoves(addresses, fromBlock + 1n, upTo)
  const rows = await withTimes(ctx, moves)
  const marks: TransferMark[] = []
  for (const address of addresses) {
    const balance = await ctx.chain.balanceAt(address, upTo)
    const openingBalance = balance - (changeOf(address, moves) ?? 0n)
    const known = await balanceBefore(ctx, address, fromBlock)
    if (openingBalance >= 0n && (known ?? openingBalance) === openingBalance)
      marks.push({ address, fromBlock, openingBalance, throughBlock: upTo, balance })
  }
  await inTransaction(ctx.db, async (tx) => {
    await saveTransfers(tx, rows)
    for (const mark of marks) await insertMark(tx, mark)
  })
  return addresses.filter((address) => !marks.some((mark) => mark.address === address))
}

/** What an account held at a block that may be old; undefined where no node tells it. Nobody held a token before block 1. */
async function balanceBefore(ctx: Context, address: Address, block: bigint): Promise<bigint | undefined> {
  if (block === 0n) return 0n
  try {
    return await ctx.chain.balanceAt(address, block)
  } catch (error) {
    if (isFailure(error)) return undefined
    throw error
  }
}

/** The first reading goes back to the oldest event on record, as far as one step goes. */
async function firstBlock(ctx: Context, upTo: bigint, isFirst: boolean): Promise<bigint> {
  const oldest = isFirst ? await findOldestLog(ctx.db) : undefined
  const back = oldest === undefined || oldest > upTo - lookback ? lookback : upTo - oldest + 1n
  const blocks = back < maxBlocks ? back : maxBlocks
  return upTo > blocks ? upTo - blocks : 0n
}

async function readOn(
  ctx: Context,
  marks: readonly TransferMark[],
  { from, upTo }: { from: bigint; upTo: bigint },
): Promise<Address[]> {
  const throughBlock = upTo - from > maxBlocks ? from + maxBlocks : upTo
  if (throughBlock <= from) return []
  const addresses = marks.map(({ address }) => address)
  const moves = await ctx.chain.tokenMoves(addresses, from + 1n, throughBlock)
  const rows = await withTimes(ctx, moves)
  const moved: Moved[] = []
  const unexplained: Unexplained[] = []
  for (const mark of marks) {
    const change = changeOf(mark.address, moves)
    const balance = mark.balance + (change ?? 0n)
    // Asked for where money moved, and at the newest block, whose state every node has.
    const isAsked = change !== undefined && throughBlock === upTo
    const onChain = isAsked ? await ctx.chain.balanceAt(mark.address, throughBlock) : balance
    const isExplained = balance >= 0n && balance === onChain
    if (isExplained) moved.push({ mark, balance })
    else unexplained.push({ mark, onChain })
  }
  const again = await readAgain(ctx, unexplained, throughBlock)
  await inTransaction(ctx.db, async (tx) => {
    await saveTransfers(tx, [...rows, ...again.rows])
    for (const { mark, ...to } of [...moved, ...again.moved])
      if (!(await moveMark(tx, mark, { throughBlock, ...to })))
        throw new Failure('state_conflict', 'Another worker recorded these transfers.')
  })
  const healed = new Set(again.moved.map(({ mark }) => mark))
  return unexplained.filter(({ mark }) => !healed.has(mark)).map(({ mark }) => mark.address)
}

type Unexplained = { mark: TransferMark; onChain: bigint }
type Moved = { mark: TransferMark; balance: bigint; openingBalance?: bigint }

/**
 * Reads the last blocks before the mark again, once for all of these accounts; one is explained when all of its transfers then
 * add up, if need be from another opening balance that the chain confirms.
 */
async function readAgain(ctx: Context, unexplained: readonly Unexplained[], throughBlock: bigint) {
  const begins = unexplained.map(({ mark }) => {
    const back = mark.throughBlock - againBlocks
    return back > mark.fromBlock ? back : mark.fromBlock
  })
  const [lowest] = begins.toSorted((a, b) => Number(a - b))
  const addresses = unexplained.map(({ mark }) => mark.address)
  const moves = lowest === undefined ? [] : await ctx.chain.tokenMoves(addresses, lowest + 1n, throughBlock)
  const found: TokenMove[] = []
  const moved: Moved[] = []
  for (const [at, { mark, onChain }] of unexplained.entries()) {
    const from = begins[at] ?? mark.fromBlock
    const own = moves.filter((move) => move.blockNumber > from && [move.from, move.to].includes(mark.address))
    const before = onChain - (changeOf(mark.address, own) ?? 0n)
    if (onChain < 0n || before < 0n) continue
    const openingBalance = before - (await sumChanges(ctx.db, mark, from))
    const isOpening = openingBalance === mark.openingBalance
    if (!isOpening && (await balanceBefore(ctx, mark.address, mark.fromBlock)) !== openingBalance) continue
    found.push(...own)
    moved.push({ mark, balance: onChain, openingBalance })
  }
  return { rows: await withTimes(ctx, found), moved }
}

/** By how much these transfers change a balance; undefined when none is of that account. */
function changeOf(address: Address, moves: readonly TokenMove[]): bigint | undefined {
  const own = moves.filter(({ from, to }) => from === address || to === address)
  if (own.length === 0) return undefined
  return own.reduce(
    (sum, { from, to, amount }) => sum + (to === address ? amount : 0n) - (from === address ? amount : 0n),
    0n,
  )
}

async function withTimes(ctx: Context, moves: readonly TokenMove[]) {
  const times = new Map<bigint, Date>()
  for (const number of new Set(moves.map(({ blockNumber }) => blockNumber))) {
    const block = await ctx.chain.block(number)
    if (!block)
      throw new Failure('chain_unavailable', `The node does not have block ${number}.`, { retryAfterSeconds: 5 })
    times.set(number, new Date(Number(block.timestamp) * 1_000))
  }
  return moves.flatMap((move) => {
    const minedAt = times.get(move.blockNumber)
    return minedAt ? [{ ...move, minedAt }] : []
  })
}

import { inTransaction, type Transaction } from '../../data/database.ts'
import { recordEvent } from '../../data/events.ts'
import {
  findMark,
  insertOutflow,
  isUnderWay,
  listAgentWallets,
  listConfirmedBetween,
  listUnexplainedOutflows,
  type OutflowRow,
  saveMark,
  type WalletMark,
} from '../../data/wallet-outflows.ts'
import { isCredited } from '../../data/withdrawals.ts'
import { amountText, formatAmount } from '../../domain/money.ts'
import type { Address, TokenMove } from '../../ports/chain.ts'
import type { WorkerContext } from '../context.ts'

/** A wallet that only this service moves; an agent's, or one of the service's keys. */
type Wallet = { address: Address; agentId: string | null }

const batch = 100
const outflowsMax = 50

/**
 * Compares what left each wallet since the last comparison, up to the final block `upTo`, with the withdrawals on record.
 * An agent's balance proves the transfers complete: what it fell by more than they explain is an outflow too. A key's does
 * not: where the chain's own coin is the token, its gas leaves without a transfer. Keeps what no
 * withdrawal explains. A new wallet is compared from now on. Covers `maxBlocks`, where the next comparison goes on; needs
 * the state of the block `upTo` alone.
 */
export async function reconcileWallets(ctx: WorkerContext, upTo: bigint, maxBlocks = 20_000n): Promise<void> {
  await compareAll(
    ctx,
    Object.values(ctx.operators).map(({ address }) => ({ address, agentId: null })),
    { upTo, maxBlocks },
  )
  let above: Address | null = null
  for (;;) {
    const wallets: Wallet[] = await listAgentWallets(ctx.db, above, batch)
    await compareAll(ctx, wallets, { upTo, maxBlocks })
    const last = wallets.at(-1)
    if (!last || wallets.length < batch) break
    above = last.address
  }
}

/** A sentence about each outflow without a record that was found within a week. */
export async function describeOutflows({ db }: WorkerContext): Promise<string[]> {
  return (await listUnexplainedOutflows(db, outflowsMax)).map(describe)
}

type Range = { upTo: bigint; maxBlocks: bigint }

async function compareAll(ctx: WorkerContext, wallets: readonly Wallet[], { upTo, maxBlocks }: Range): Promise<void> {
  const marked: { wallet: Wallet; mark: WalletMark }[] = []
  for (const wallet of wallets) {
    const mark = await findMark(ctx.db, wallet.address)
    if (mark) marked.push({ wallet, mark })
    else await begin(ctx, wallet, upTo)
  }
  // Most have the same mark, so their transfers are asked for together.
  for (const [from, group] of Map.groupBy(marked, ({ mark }) => mark.blockNumber)) {
    const to = upTo - from > maxBlocks ? from + maxBlocks : upTo
    if (to <= from) continue
    const addresses = group.map(({ wallet }) => wallet.address)
    const moves = await ctx.chain.tokenMoves(addresses, from + 1n, to)
    for (const { wallet, mark } of group) await compare(ctx, wallet, { mark, to, moves, isLast: to === upTo })
  }
}

async function begin(ctx: WorkerContext, { address }: Wallet, block: bigint): Promise<void> {
  const balance = await ctx.chain.balanceAt(address, block)
  await inTransaction(ctx.db, (tx) => saveMark(tx, { address, blockNumber: block, balance }))
}

/** Only the last part ends at a block whose state every node has; up to there the balance follows from the transfers. */
type Comparison = { mark: WalletMark; to: bigint; moves: readonly TokenMove[]; isLast: boolean }

async function compare(ctx: WorkerContext, wallet: Wallet, { mark, to, moves, isLast }: Comparison): Promise<void> {
  const { address } = wallet
  const out = moves.filter((move) => move.from === address)
  const received = moves.filter((move) => move.to === address).reduce((sum, { amount }) => sum + amount, 0n)
  const spent = await sumSpent(ctx, wallet, { mark, to, out })
  const expected = mark.balance + received - spent
  const balance = isLast ? await ctx.chain.balanceAt(address, to) : expected
  const unseen = wallet.agentId === null ? 0n : expected - balance
  const foreign: TokenMove[] = []
  for (const move of out) if (!(await isCredited(ctx.db, move))) foreign.push(move)
  await inTransaction(ctx.db, async (tx) => {
    for (const { to: destination, amount, blockNumber, transactionHash, logIndex } of foreign)
      await note(ctx, tx, wallet, { destination, amount, blockNumber, transactionHash, logIndex })
    if (unseen > 0n) await note(ctx, tx, wallet, { amount: unseen, blockNumber: to })
    await saveMark(tx, { address, blockNumber: to, balance })
  })
}

/** What the transfers that the index shows took out, and recorded withdrawals that it lacks. */
async function sumSpent(
  ctx: WorkerContext,
  { agentId }: Wallet,
  { mark, to, out }: { mark: WalletMark; to: bigint; out: readonly TokenMove[] },
): Promise<bigint> {
  const shown = new Set(out.map(({ transactionHash, logIndex }) => `${transactionHash} ${logIndex}`))
  const recorded = agentId === null ? [] : await listConfirmedBetween(ctx.db, agentId, mark.blockNumber, to)
  const hidden = recorded.filter(({ transactionHash, logIndex }) => !shown.has(`${transactionHash} ${logIndex}`))
  return [...out, ...hidden].reduce((sum, { amount }) => sum + amount, 0n)
}

type Outflow = Pick<OutflowRow, 'amount' | 'blockNumber'> &
  Partial<Pick<OutflowRow, 'destination' | 'transactionHash' | 'logIndex'>>

async function note(ctx: WorkerContext, tx: Transaction, wallet: Wallet, outflow: Outflow): Promise<void> {
  const made = await insertOutflow(tx, { wallet: wallet.address, agentId: wallet.agentId, ...outflow })
  // The trail cannot be corrected, so it says nothing of what a withdrawal under way may still turn out to have sent.
  if (!made || (await isUnderWay(tx, made))) return
  await recordEvent(tx, {
    actor: ctx.actor,
    subject: wallet.agentId ? { type: 'agent', id: wallet.agentId } : { type: 'chain', id: String(ctx.chain.chainId) },
    userId: null,
    name: 'wallet.outflow_without_record',
    evidence: {
      wallet: made.wallet,
      amount: formatAmount(made.amount),
      destination: made.destination,
      transaction_hash: made.transactionHash,
      block_number: made.blockNumber.toString(),
    },
  })
}

function describe({ wallet, amount, destination, transactionHash, blockNumber }: OutflowRow): string {
  const left = `${amountText(amount)} left the wallet ${wallet}`
  return transactionHash
    ? `${left} for ${destination} by transaction ${transactionHash}; no withdrawal is on record.`
    : `${left} up to block ${blockNumber} by no transfer that the chain shows.`
}

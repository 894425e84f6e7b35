import { type PublicClient, parseTransaction } from 'viem'
import type { SignedCall } from '../ports/operator.ts'
import type { Nodes } from './chain-nodes.ts'
import { lowerMiddle } from './middle.ts'

type Fees =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/** A tip of nothing could never be raised, so nothing could replace its transaction. */
const leastTip = 1_000_000n

/** A call that is still not mined for so many times the present price waits for something else than money. */
const mostRaised = 16n

/**
 * What to offer for gas now, at most `ceiling` for each unit of it; a quarter more than `earlier` where that has the same
 * nonce. Legacy where the chain has no base fee. Otherwise why nothing may be signed: the chain asks more than the
 * ceiling, or `earlier` pays enough already.
 */
export async function readFees(
  nodes: Pick<Nodes, 'each'>,
  ceiling: bigint,
  earlier: SignedCall | null,
): Promise<Fees | 'fee_ceiling' | 'mining'> {
  const asked = await readAsked(nodes, ceiling)
  if (asked.least > ceiling) return 'fee_ceiling'
  const before = earlier && parseTransaction(earlier.raw)
  const limit = min(ceiling, asked.most * mostRaised)
  const most = raise(asked.most, before?.maxFeePerGas ?? before?.gasPrice, ceiling)
  if (most > limit) return 'mining'
  if (asked.tip === null) return { type: 'legacy', gasPrice: most }
  const tip = raise(asked.tip, before?.maxPriorityFeePerGas, most)
  return tip > most ? 'mining' : { type: 'eip1559', maxFeePerGas: most, maxPriorityFeePerGas: tip }
}

type Asked = { least: bigint; most: bigint; tip: bigint | null }

/**
 * What the chain asks for each unit of gas: in the next block, and within some six full ones. Of several nodes the one in
 * the middle tells it, so that none alone can stop a key with an absurd price; of two, the one that asks less. One that
 * asks more than the ceiling is named then, and so is any that suggests such a tip, which no block holds.
 */
export async function readAsked(nodes: Pick<Nodes, 'each'>, ceiling: bigint): Promise<Asked> {
  const readings = await nodes.each(async (client, node) => ({ node, asked: await askedBy(client) }))
  const { asked } = lowerMiddle(readings, ({ asked: { most } }) => most)
  for (const { node, asked: own } of readings) {
    if (own.least > ceiling && asked.least <= ceiling)
      node.health.fail('contradicts', 'It asks more for gas than the ceiling, which another node does not.', 'named')
    else if (own.tip !== null && own.tip > ceiling)
      node.health.fail('contradicts', 'The tip that it suggests is above the ceiling, whatever the base fee.', 'named')
  }
  return asked
}

/** What one node says that the chain asks. */
export async function askedBy(client: PublicClient): Promise<Asked> {
  const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' })
  if (baseFeePerGas === null) {
    const price = await client.getGasPrice()
    return { least: price, most: price, tip: null }
  }
  const suggested = await client.estimateMaxPriorityFeePerGas()
  const tip = suggested > leastTip ? suggested : leastTip
  return { least: baseFeePerGas + tip, most: baseFeePerGas * 2n + tip, tip }
}

/** The asked fee, at most `limit`, or a quarter more than an earlier one, rounded up, where that is more. */
function raise(asked: bigint, earlier: bigint | undefined, limit: bigint): bigint {
  const needed = earlier === undefined ? 0n : (earlier * 5n + 3n) / 4n
  const wanted = min(asked, limit)
  return wanted > needed ? wanted : needed
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

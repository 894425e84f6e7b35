import type { PublicClient } from 'viem'

type Fees =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
  | { type: 'legacy'; gasPrice: bigint }

/** A tip of nothing could never be raised, so nothing could replace its transaction. */
const leastTip = 1_000_000n

/** What to offer for gas now, raised by a quarter for each bump; legacy where the chain has no base fee. */
export async function readFees(client: PublicClient, bump: number): Promise<Fees> {
  const { baseFeePerGas } = await client.getBlock({ blockTag: 'latest' })
  if (baseFeePerGas === null) return { type: 'legacy', gasPrice: raise(await client.getGasPrice(), bump) }

  const suggested = await client.estimateMaxPriorityFeePerGas()
  const tip = suggested > leastTip ? suggested : leastTip
  // Twice the base fee lasts for some six full blocks.
  const most = baseFeePerGas * 2n + tip
  return { type: 'eip1559', maxFeePerGas: raise(most, bump), maxPriorityFeePerGas: raise(tip, bump) }
}

/** Times 1.25 to the power of `bump`, rounded up. */
function raise(fee: bigint, bump: number): bigint {
  const divisor = 4n ** BigInt(bump)
  return (fee * 5n ** BigInt(bump) + divisor - 1n) / divisor
}

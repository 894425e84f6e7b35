import type { Heads } from './chain-heads.ts'

/** For so long a refused transaction lowers the room of those after it. */
const rememberMs = 600_000

export type TransactionRoom = {
  /** The gas that a transaction with several calls may be allowed. */
  now(): Promise<bigint>
  /** The gas of a whole block. */
  ofBlock(): Promise<bigint>
  /** Notes that every node refused a transaction with so much gas for being too large. */
  refused(gas: bigint): void
}

/** The configured gas, half a block, or half of what was refused lately, whichever is least. */
export function roomOf(heads: Heads, ceiling: bigint): TransactionRoom {
  let refused = { gas: 0n, at: Number.NEGATIVE_INFINITY }
  const ofBlock = async () => {
    await heads.latest()
    return heads.newest()?.gasLimit ?? 0n
  }
  return {
    now: async () => {
      const halfBlock = (await ofBlock()) / 2n
      const room = halfBlock < ceiling ? halfBlock : ceiling
      const isRecent = performance.now() - refused.at < rememberMs
      return isRecent && refused.gas / 2n < room ? refused.gas / 2n : room
    },
    ofBlock,
    refused: (gas) => {
      refused = { gas, at: performance.now() }
    },
  }
}

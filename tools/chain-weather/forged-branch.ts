import type { Hex } from 'viem'
import { type ForgedBlock, type Forger, forgeBlock, type Header } from './forged-block.ts'

/** A branch that leaves the real chain at one block and copies each later one, with settlements that never took place. */
export type ForgedBranch = {
  /** The block in place of this real one; undefined below the branch. */
  inPlaceOf: (real: Header) => Promise<ForgedBlock | undefined>
  /** The same for a real block of that hash. */
  inPlaceOfHash: (hash: Hex) => Promise<ForgedBlock | undefined>
  /** The real block that this one copies. */
  realHash: (forged: Hex) => Hex | undefined
  /** The block with that transaction, which is on no real chain. */
  withTransaction: (hash: Hex) => ForgedBlock | undefined
}

/** The branch starts with the block of that number. */
export function forgedBranch(forger: Forger, first: bigint): ForgedBranch {
  const forged = new Map<Hex, ForgedBlock>()
  const realHashes = new Map<Hex, Hex>()
  const byTransaction = new Map<Hex, ForgedBlock>()
  const readReal = async (hash: Hex) => {
    const header = await forger.node.request({ method: 'eth_getBlockByHash' as never, params: [hash, false] as never })
    if (!header) throw new Error(`the node has no block ${hash}`)
    return header as unknown as Header
  }
  const forgeUpTo = async (real: Header) => {
    const missing: Header[] = []
    let below = real
    while (BigInt(below.number) >= first && !forged.has(below.hash)) {
      missing.push(below)
      below = await readReal(below.parentHash)
    }
    for (const header of missing.reverse()) {
      const block = await forgeBlock(forger, header, forged.get(header.parentHash))
      forged.set(header.hash, block)
      realHashes.set(block.header.hash, header.hash)
      if (block.receipt) byTransaction.set(block.receipt.transactionHash, block)
    }
    return forged.get(real.hash)
  }
  let turn: Promise<unknown> = Promise.resolve()
  const inPlaceOf = (real: Header) => {
    // One after the other, so that requests at the same time forge no block twice.
    const block = turn.then(() => forgeUpTo(real))
    turn = block.catch(() => undefined)
    return block
  }
  return {
    inPlaceOf,
    inPlaceOfHash: async (hash) => forged.get(hash) ?? inPlaceOf(await readReal(hash)),
    realHash: (hash) => realHashes.get(hash),
    withTransaction: (hash) => byTransaction.get(hash),
  }
}

import type { PublicClient } from 'viem'
import type { Chain } from '../ports/chain.ts'
import { NoBlockError } from './agreement.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { findHeader, toBlock } from './headers.ts'
import { findPatiently } from './patiently.ts'

/** Reads single blocks. */
export function blockReader(nodes: Nodes, heads: Heads): Pick<Chain, 'block' | 'agreedBlock'> {
  const read = async (client: PublicClient, number: bigint) => {
    const header = await findHeader(client, number)
    return header && toBlock(header)
  }
  const readPatiently = async (client: PublicClient, number: bigint) => {
    const block = await findPatiently(async () => (await read(client, number)) ?? undefined)
    if (!block) throw new NoBlockError(number)
    return block
  }
  const agreedBlock = (number: bigint) => nodes.agree((client) => readPatiently(client, number))
  return {
    agreedBlock,
    block: (number) =>
      heads.perBlock(`block ${number}`, async () => {
        const isFinal = nodes.all.length > 1 && (await heads.isFinal(number))
        return isFinal ? agreedBlock(number) : read(nodes.client, number)
      }),
  }
}

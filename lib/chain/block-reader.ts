import type { PublicClient } from 'viem'
import type { Chain } from '../ports/chain.ts'
import { NoBlockError } from './agreement.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { findHeader, toBlock } from './headers.ts'
import { findPatiently } from './patiently.ts'

/** Reads single blocks. */
export function blockReader(nodes: Nodes, heads: Heads): Pick<Chain, 'block' | 'agreedBlock' | 'agreedHash'> {
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
    agreedHash: (number) => nodes.agree(async (client) => (await read(client, number))?.hash ?? null),
    block: (number) =>
      heads.perBlock(`block ${number}`, async () => {
        const isAgreed = nodes.all.length > 1 && (await heads.mayBeFinal(number))
        return isAgreed ? agreedBlock(number) : read(nodes.client, number)
      }),
  }
}

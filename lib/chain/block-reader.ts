import type { PublicClient } from 'viem'
import type { Chain } from '../ports/chain.ts'
import { NoBlockError } from './agreement.ts'
import type { Heads } from './chain-heads.ts'
import type { Nodes } from './chain-nodes.ts'
import { findHeader, toBlock } from './headers.ts'
import { findPatiently } from './patiently.ts'

/** Reads single blocks; with several nodes, two of them agree on each that is final. */
export function blockReader(nodes: Nodes, heads: Heads): Chain['block'] {
  const read = async (client: PublicClient, number: bigint) => {
    const header = await findHeader(client, number)
    return header && toBlock(header)
  }
  const readFinal = async (client: PublicClient, number: bigint) => {
    const block = await findPatiently(async () => (await read(client, number)) ?? undefined)
    if (!block) throw new NoBlockError(number)
    return block
  }
  return (number) =>
    heads.perBlock(`block ${number}`, async () => {
      const isFinal = nodes.all.length > 1 && (await heads.isFinal(number))
      return isFinal ? nodes.agree((client) => readFinal(client, number)) : read(nodes.client, number)
    })
}

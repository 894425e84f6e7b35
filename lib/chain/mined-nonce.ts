import type { PublicClient } from 'viem'
import type { Address } from '../ports/chain.ts'
import type { Operator } from '../ports/operator.ts'
import { NodeLacksError } from './agreement.ts'
import type { Nodes } from './chain-nodes.ts'
import { firstBlock } from './first-block.ts'
import { lowerAddress } from './parse-address.ts'
import { isAskedTooOften, rpcAnswer } from './revert.ts'

/** Counts the mined transactions of an account. */
export function minedNonceReader(nodes: Nodes): Pick<Operator, 'minedNonce' | 'nextNonce'> {
  const read = async (signer: Address) => {
    const readings = await nodes.each(async (client, node) => {
      return { node, nonce: await client.getTransactionCount({ address: signer, blockTag: 'latest' }) }
    })
    return readings.toSorted((a, b) => b.nonce - a.nonce)
  }
  return {
    minedNonce: async (signer) => {
      const [highest, second = highest] = await read(signer)
      return second?.nonce ?? 0
    },
    nextNonce: async (signer, known) => {
      const [highest, second] = await read(signer)
      const nonce = (second ?? highest)?.nonce ?? 0
      if (highest && !second && nonce > known) await prove(highest, signer)
      return Math.max(nonce, known)
    },
  }
}

type Counted = { node: Nodes['all'][number]; nonce: number }

/** Names the node, and throws, when its blocks do not show that the account has sent so many. */
async function prove({ node, nonce }: Counted, signer: Address): Promise<void> {
  try {
    if (await holdsLast(node.client, signer, nonce)) return
  } catch (error) {
    // One that keeps no state of older blocks cannot show it.
    if (rpcAnswer(error) && !isAskedTooOften(error)) return
    if (!(error instanceof NodeLacksError)) throw error
  }
  const detail = `It says that an account has sent ${nonce} transactions, and shows no block that holds the last one.`
  node.health.fail('lacks', detail)
  throw new NodeLacksError(detail)
}

/** Whether the block in which the count reached `nonce` holds the transaction before it. */
async function holdsLast(client: PublicClient, signer: Address, nonce: number): Promise<boolean> {
  const reached = async (blockNumber: bigint) => {
    return (await client.getTransactionCount({ address: signer, blockNumber })) >= nonce
  }
  const blockNumber = await firstBlock(reached, await client.getBlockNumber({ cacheTime: 0 }))
  const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
  return transactions.some((one) => lowerAddress(one.from) === signer && one.nonce === nonce - 1)
}

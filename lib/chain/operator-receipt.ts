import { isDeepStrictEqual } from 'node:util'
import type { PublicClient } from 'viem'
import { isFailure } from '../domain/failure.ts'
import type { Address, Hash } from '../ports/chain.ts'
import type { Operator, OperatorReceipt } from '../ports/operator.ts'
import { NodeLacksError } from './agreement.ts'
import type { Heads } from './chain-heads.ts'
import type { ChainNode, Nodes } from './chain-nodes.ts'
import { failedEntries } from './failed-entries.ts'
import { findMined } from './find-receipt.ts'

type Shown = { node: ChainNode; receipt: OperatorReceipt }

/**
 * Reads what became of transactions that call one of these contracts. It is recorded for good: of several nodes two have to
 * show the same receipt, but for one that is believed alone.
 */
export function receiptReader(
  nodes: Nodes,
  heads: Heads,
  contracts: readonly Address[],
): Pick<Operator, 'receipt' | 'finalReceipt'> {
  const find = async (hash: Hash, signer: Address) => {
    const read = await nodes.each(async (client, node) => {
      const receipt = await readReceipt(client, contracts, { hash, signer })
      return { node, receipt }
    })
    const shown = read.flatMap(({ node, receipt }) => (receipt ? [{ node, receipt }] : []))
    return { found: believed(nodes, shown, read.length), isShown: shown.length > 0 }
  }
  return {
    receipt: async (hash, signer, isFresh) => {
      if (isFresh) return (await find(hash, signer)).found
      // What one node shows the others may show in a moment, without a new block.
      const kept = await heads.perBlock(`receipt ${hash}`, async () => {
        const one = await find(hash, signer)
        return one.isShown && !one.found ? undefined : one
      })
      return kept?.found
    },
    finalReceipt: async (hash, signer) => {
      try {
        return await nodes.agree(async (client) => {
          const receipt = await readReceipt(client, contracts, { hash, signer })
          if (receipt) return receipt
          throw new NodeLacksError('It lacks the receipt or the logs of a final transaction.')
        })
      } catch (error) {
        if (error instanceof NodeLacksError || isFailure(error)) return undefined
        throw error
      }
    },
  }
}

/** What two nodes show alike; each that shows something else is left aside. Out of `heard` nodes that were heard. */
function believed(nodes: Nodes, shown: readonly Shown[], heard: number): OperatorReceipt | undefined {
  const [only] = shown
  const isAlone = heard === 1 && only?.node === nodes.lone()
  if (nodes.all.length === 1 || isAlone) return only?.receipt
  const isSame = (one: Shown) => (other: Shown) => isDeepStrictEqual(one.receipt, other.receipt)
  const found = shown.find((one) => shown.filter(isSame(one)).length > 1)
  for (const { node, receipt } of found ? shown : [])
    if (!isDeepStrictEqual(receipt, found?.receipt)) node.health.fail('contradicts', 'Two other nodes say otherwise.')
  return found?.receipt
}

/** A call that finds its effect on chain already succeeds without an event, as votes do that were posted before. */
async function readReceipt(
  client: PublicClient,
  contracts: readonly Address[],
  { hash, signer }: { hash: Hash; signer: Address },
): Promise<OperatorReceipt | undefined> {
  const receipt = await findMined(client, hash, contracts)
  if (!receipt) return undefined
  const { status, blockNumber, blockHash, to, logs } = receipt
  return { isSuccess: status === 'success', blockNumber, blockHash, failures: failedEntries(logs, to, signer) }
}

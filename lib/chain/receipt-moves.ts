import type { Address, Chain } from '../ports/chain.ts'
import { NodeLacksError } from './agreement.ts'
import type { Nodes } from './chain-nodes.ts'
import { findMined } from './find-receipt.ts'
import { decodeTokenLog } from './token-events.ts'

/** Reads the token's transfers of one mined transaction from its receipt; two nodes have to show the same ones. */
export function receiptMoveReader(nodes: Nodes, token: Address): Chain['movesIn'] {
  return (transactionHash) =>
    nodes.agree(async (client) => {
      const receipt = await findMined(client, transactionHash, [token])
      if (!receipt) throw new NodeLacksError(`It has no receipt of transaction ${transactionHash}.`)
      const { blockNumber, blockHash, logs } = receipt
      return logs.flatMap((log) => {
        const event = decodeTokenLog(log, token, 'Transfer')
        return event ? [{ ...event, transactionHash, blockNumber, blockHash, logIndex: log.logIndex }] : []
      })
    })
}

import type { PublicClient } from 'viem'
import type { Address, Chain, TokenMove } from '../ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import type { MinedLog } from './block-logs.ts'
import { type BlockSpan, blockSpan } from './block-span.ts'
import type { Nodes } from './chain-nodes.ts'
import { readRangeStart } from './read-range.ts'
import { decodeTokenLog } from './token-events.ts'

const maxLogBlocks = 500n

/** Reads transfers out of and into accounts from the index of logs; two nodes have to show the same ones. */
export function moveReader(nodes: Nodes, token: Address): Chain['tokenMoves'] {
  const spans = new Map(nodes.all.map(({ client }) => [client, blockSpan(maxLogBlocks)]))
  return (accounts, from, to) =>
    nodes.agree((client) => {
      const span = spans.get(client) ?? blockSpan(maxLogBlocks)
      return readMoves(client, { token, accounts: [...accounts], from, to, span })
    })
}

type MoveQuery = { token: Address; accounts: Address[]; from: bigint; to: bigint; span: BlockSpan }

async function readMoves(client: PublicClient, { token, accounts, from, to, span }: MoveQuery): Promise<TokenMove[]> {
  const [event] = erc20Abi.filter((item) => item.type === 'event' && item.name === 'Transfer')
  const moves = new Map<string, TokenMove>()
  for (let next = from; next <= to; ) {
    const read = async (range: { fromBlock: bigint; toBlock: bigint }) =>
      Promise.all([
        client.getLogs({ address: token, event, args: { from: accounts }, ...range }),
        client.getLogs({ address: token, event, args: { to: accounts }, ...range }),
      ])
    const { answer, last } = await readRangeStart(span, { fromBlock: next, toBlock: to }, read)
    for (const log of answer.flat()) {
      const move = toMove(log, token)
      if (move) moves.set(`${move.transactionHash} ${move.logIndex}`, move)
    }
    next = last + 1n
  }
  // Nodes answer in parts of different lengths, each of which gives what left accounts before what came.
  return [...moves.values()].toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
}

function toMove(log: MinedLog, token: Address): TokenMove | undefined {
  const { transactionHash, blockNumber, logIndex } = log
  const event = decodeTokenLog(log, token, 'Transfer')
  return event && { ...event, transactionHash, blockNumber, logIndex }
}

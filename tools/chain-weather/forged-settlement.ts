import { encodeAbiParameters, encodeEventTopics, type Hex, numberToHex, zeroAddress } from 'viem'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import type { NodeClient } from '#sandbox/chain/node-client.ts'
import type { Effect, RpcAnswer, RpcCall } from './node-wire.ts'

type Header = { number: Hex; hash: Hex; transactions: unknown[]; logsBloom: Hex }
type Filter = { address?: Hex; fromBlock?: Hex; toBlock?: Hex }

/** Every third block of this node holds a settlement of the newest job that never was. */
const everyBlocks = 3n
const bloomOfAll: Hex = `0x${'f'.repeat(512)}`

/**
 * A node that says of some blocks that a job was settled in them: the header names one transaction more, its receipt and
 * the node's index of logs hold the event. All of it fits together; only other nodes tell that it is made up.
 */
export function forgeSettlements(node: NodeClient, escrow: Hex): Effect {
  return async (call, send) => {
    const answer = await send(call)
    if (!('result' in answer) || answer.result === null) return answer
    return (await forge({ node, escrow }, call, answer.result)) ?? answer
  }
}

type Forger = { node: NodeClient; escrow: Hex }

async function forge(forger: Forger, { method, params }: RpcCall, result: unknown): Promise<RpcAnswer | undefined> {
  if (method === 'eth_getBlockByNumber') {
    const header = result as Header
    if (!isForged(header.number)) return undefined
    const transactions = [...header.transactions, hashAt(header.number)]
    return { result: { ...header, transactions, logsBloom: bloomOfAll } }
  }
  if (method === 'eth_getBlockReceipts') {
    const number = params[0] as Hex
    return isForged(number) ? { result: [...(result as unknown[]), await receiptAt(forger, number)] } : undefined
  }
  if (method !== 'eth_getLogs') return undefined
  const { address, fromBlock = '0x0', toBlock = '0x0' } = params[0] as Filter
  if (address?.toLowerCase() !== forger.escrow) return undefined
  const logs = [...(result as unknown[])]
  for (let number = BigInt(fromBlock); number <= BigInt(toBlock); number += 1n)
    if (isForged(numberToHex(number))) logs.push(await logAt(forger, numberToHex(number)))
  return { result: logs }
}

function isForged(number: Hex): boolean {
  return BigInt(number) % everyBlocks === 0n
}

function hashAt(number: Hex): Hex {
  return `0x${'f'.repeat(48)}${number.slice(2).padStart(16, '0')}`
}

async function receiptAt(forger: Forger, number: Hex): Promise<object> {
  const log = await logAt(forger, number)
  return { ...log, logs: [log], status: '0x1', type: '0x2', gasUsed: '0x5208', cumulativeGasUsed: '0x5208' }
}

async function logAt({ node, escrow: address }: Forger, number: Hex): Promise<object> {
  const { hash } = await node.getBlock({ blockNumber: BigInt(number) })
  const id = await node.readContract({ address, abi: jobEscrowAbi, functionName: 'jobCount' })
  const topics = encodeEventTopics({
    abi: jobEscrowAbi,
    eventName: 'JobSettled',
    args: { id, attempt: 1, agent: zeroAddress },
  })
  const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [3_000_000n, 0n])
  return {
    address,
    topics,
    data,
    removed: false,
    logIndex: '0x63',
    transactionIndex: '0x63',
    blockNumber: number,
    blockHash: hash,
    transactionHash: hashAt(number),
  }
}

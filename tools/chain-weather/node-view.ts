import { numberToHex } from 'viem'
import { type Effect, numberIn, type RpcAnswer, type RpcCall, type Send } from './node-wire.ts'

type Mined = { blockNumber?: string | null; blockHash?: string | null } | null
type Range = { fromBlock?: string; toBlock?: string }

/** Where the block is among the parameters of a call that reads state. */
const blockAt: Record<string, number> = {
  eth_call: 1,
  eth_estimateGas: 1,
  eth_getBalance: 1,
  eth_getCode: 1,
  eth_getTransactionCount: 1,
  eth_getStorageAt: 2,
}

type Reading = (call: RpcCall, top: bigint, send: Send) => Promise<RpcAnswer>

/** How a node answers that has no block above `top`, for each method whose answer depends on that. */
const readings: Record<string, Reading> = {
  eth_blockNumber: async (_, top) => ({ result: numberToHex(top) }),
  eth_getBlockByNumber: readBlock,
  eth_getBlockByHash: async (call, top, send) => {
    const answer = await send(call)
    return numberIn(answer) > top ? nothing : answer
  },
  eth_getBlockReceipts: async (call, top, send) => (isAbove(call.params[0], top) ? nothing : send(call)),
  eth_getLogs: readLogs,
  eth_getTransactionReceipt: async (call, top, send) => {
    const answer = await send(call)
    return isAbove(blockOf(answer), top) ? nothing : answer
  },
  eth_getTransactionByHash: async (call, top, send) => {
    const answer = await send(call)
    if (!('result' in answer) || !isAbove(blockOf(answer), top)) return answer
    return { result: { ...(answer.result as Mined), blockNumber: null, blockHash: null } }
  },
}

/** The same chain at a node that has no block above `height`. It takes transactions all the same. */
export function viewUpTo(height: () => Promise<bigint> | bigint): Effect {
  return async (call, send) => {
    const top = await height()
    const at = blockAt[call.method]
    if (at !== undefined) return readState(call, at, top, send)
    const read = readings[call.method]
    return read ? read(call, top, send) : send(call)
  }
}

const nothing: RpcAnswer = { result: null }

async function readBlock({ method, params }: RpcCall, top: bigint, send: Send): Promise<RpcAnswer> {
  const [block, ...rest] = params
  if (isNumber(block)) return isAbove(block, top) ? nothing : send({ method, params })
  const answer = await send({ method, params })
  return numberIn(answer) > top ? send({ method, params: [numberToHex(top), ...rest] }) : answer
}

async function readState({ method, params }: RpcCall, at: number, top: bigint, send: Send): Promise<RpcAnswer> {
  const block = params[at] ?? 'latest'
  if (isAbove(block, top)) return { error: { code: -32_000, message: 'header not found' } }
  const isEarlier = isNumber(block) || block === 'earliest'
  const cappedParams = [...params]
  cappedParams[at] = isEarlier ? block : numberToHex(top)
  return send({ method, params: cappedParams })
}

async function readLogs({ method, params }: RpcCall, top: bigint, send: Send): Promise<RpcAnswer> {
  const [filter] = params as [Range]
  if (isAbove(filter.fromBlock, top)) return { result: [] }
  const isShort = isNumber(filter.toBlock) && !isAbove(filter.toBlock, top)
  return isShort ? send({ method, params }) : send({ method, params: [{ ...filter, toBlock: numberToHex(top) }] })
}

function blockOf(answer: RpcAnswer): string | null {
  return 'result' in answer ? ((answer.result as Mined)?.blockNumber ?? null) : null
}

export function isNumber(block: unknown): block is `0x${string}` {
  return typeof block === 'string' && block.startsWith('0x')
}

function isAbove(block: unknown, top: bigint): boolean {
  return isNumber(block) && BigInt(block) > top
}

import type { ForgedBlock, ForgedLog, Forger, Header } from './forged-block.ts'
import { type ForgedBranch, forgedBranch } from './forged-branch.ts'
import { isNumber } from './node-view.ts'
import type { Effect, RpcAnswer, RpcCall, Send } from './node-wire.ts'

type Hex = `0x${string}`
type Mined = { blockNumber?: Hex | null; blockHash?: Hex | null; logs?: Mined[] }
type Filter = { address?: Hex | Hex[]; topics?: (Hex | Hex[] | null)[]; fromBlock?: Hex; toBlock?: Hex }
type Reading = (at: Reader, call: RpcCall) => Promise<RpcAnswer>
type Reader = { branch: ForgedBranch; escrow: Hex; send: Send }

/**
 * A node that leaves the real chain after the newest block, for a branch where the newest jobs are settled. Hashes, filters,
 * receipts, logs and state of the contract fit together there: only other nodes show that the branch is made up.
 */
export async function forgeSettlements(forger: Forger): Promise<Effect> {
  const branch = forgedBranch(forger, (await forger.node.getBlockNumber()) + 1n)
  return (call, send) => {
    const read = readings[call.method]
    return read ? read({ branch, escrow: forger.escrow, send }, call) : send(call)
  }
}

const readings: Record<string, Reading> = {
  eth_getBlockByNumber: async ({ branch, send }, call) => inPlaceOf(branch, await send(call)),
  eth_getBlockByHash: async ({ branch, send }, { method, params: [hash, ...rest] }) =>
    inPlaceOf(branch, await send({ method, params: [branch.realHash(hash as Hex) ?? hash, ...rest] })),
  eth_getBlockReceipts: readBlockReceipts,
  eth_getTransactionReceipt: async ({ branch, send }, call) => {
    const forged = branch.withTransaction(call.params[0] as Hex)
    return forged ? { result: forged.receipt } : moveAnswer(branch, await send(call))
  },
  eth_getTransactionByHash: async ({ branch, send }, call) => moveAnswer(branch, await send(call)),
  eth_getLogs: readLogs,
  eth_call: readState,
}

async function inPlaceOf(branch: ForgedBranch, answer: RpcAnswer): Promise<RpcAnswer> {
  const header = resultOf<Header>(answer)
  const forged = header && (await branch.inPlaceOf(header))
  return forged ? { result: forged.header } : answer
}

async function readBlockReceipts(reader: Reader, call: RpcCall): Promise<RpcAnswer> {
  const answer = await reader.send(call)
  const receipts = resultOf<Mined[]>(answer)
  const block = await blockAt(reader, call.params[0])
  if (!receipts || !block) return answer
  const moved = await Promise.all(receipts.map((receipt) => move(reader.branch, receipt)))
  return { result: block.receipt ? [...moved, block.receipt] : moved }
}

async function readLogs(reader: Reader, call: RpcCall): Promise<RpcAnswer> {
  const answer = await reader.send(call)
  const real = resultOf<Mined[]>(answer)
  if (!real) return answer
  const filter = call.params[0] as Filter
  const logs: unknown[] = await Promise.all(real.map((log) => move(reader.branch, log)))
  const forged: ForgedLog[] = []
  const { fromBlock = '0x0' } = filter
  let block = (await blockAt(reader, filter.toBlock)) ?? (await blockAt(reader, 'latest'))
  while (block && isNumber(fromBlock) && BigInt(block.header.number) >= BigInt(fromBlock)) {
    forged.unshift(...(block.receipt?.logs ?? []))
    block = block.parent
  }
  return { result: [...logs, ...forged.filter((log) => isWanted(log, filter))] }
}

function isWanted({ address, topics }: ForgedLog, wanted: Filter): boolean {
  const isOneOf = (value: Hex | undefined, values: Hex | Hex[] | null | undefined) =>
    !values || [values].flat().some((each) => each.toLowerCase() === value?.toLowerCase())
  const isOfTopics = (wanted.topics ?? []).every((values, place) => isOneOf(topics[place], values))
  return isOneOf(address, wanted.address) && isOfTopics
}

async function readState(reader: Reader, { method, params }: RpcCall): Promise<RpcAnswer> {
  const [call, at = 'latest', overrides, ...rest] = params
  const { storage = {} } = (await blockAt(reader, at)) ?? {}
  if (Object.keys(storage).length === 0) return reader.send({ method, params })
  const forged = { ...(overrides as object | undefined), [reader.escrow]: { stateDiff: storage } }
  return reader.send({ method, params: [call, at, forged, ...rest] })
}

async function blockAt({ branch, send }: Reader, block: unknown): Promise<ForgedBlock | undefined> {
  const header = resultOf<Header>(await send({ method: 'eth_getBlockByNumber', params: [block, false] }))
  return header && branch.inPlaceOf(header)
}

async function moveAnswer(branch: ForgedBranch, answer: RpcAnswer): Promise<RpcAnswer> {
  const mined = resultOf<Mined>(answer)
  return mined ? { result: await move(branch, mined) } : answer
}

/** A receipt, log or transaction of a real block as one of the block in its place. */
async function move(branch: ForgedBranch, mined: Mined): Promise<Mined> {
  const forged = mined.blockHash && (await branch.inPlaceOfHash(mined.blockHash))
  if (!forged) return mined
  const blockHash = forged.header.hash
  const logs = mined.logs?.map((log) => ({ ...log, blockHash }))
  return { ...mined, blockHash, ...(logs && { logs }) }
}

function resultOf<T>(answer: RpcAnswer): T | undefined {
  return 'result' in answer ? ((answer.result as T | null) ?? undefined) : undefined
}

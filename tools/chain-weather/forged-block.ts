import {
  bytesToHex,
  concat,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
} from 'viem'
import { jobEscrowAbi } from '#lib/chain/abi/job-escrow.ts'
import { headerHash } from '#lib/chain/header-hash.ts'
import { jobStates } from '#lib/domain/job.ts'
import type { NodeClient } from '#sandbox/chain/node-client.ts'

export type Header = Record<string, unknown> & {
  number: Hex
  hash: Hex
  parentHash: Hex
  transactions: Hex[]
  transactionsRoot: Hex
  receiptsRoot: Hex
  logsBloom: Hex
}
export type ForgedLog = { address: Hex; topics: Hex[]; data: Hex }
export type ForgedBlock = {
  header: Header
  parent: ForgedBlock | undefined
  /** Of the transaction that the block holds after the real ones. */
  receipt: { transactionHash: Hex; logs: ForgedLog[] } | undefined
  /** Slots of the escrow's storage whose values differ from the real ones. */
  storage: Readonly<Record<Hex, Hex>>
}
export type Forger = { node: NodeClient; escrow: Hex }

/** Only blocks whose number is a multiple of this settle a job. */
const everyBlocks = 3n

/** The real block on top of another parent. If the newest job holds money, every third block settles it. */
export async function forgeBlock(forger: Forger, real: Header, parent: ForgedBlock | undefined): Promise<ForgedBlock> {
  const { storage = {} } = parent ?? {}
  const moved = { ...real, parentHash: parent?.header.hash ?? real.parentHash }
  // The local node forgets old states: such a block settles nothing.
  const job = await findJob(forger, BigInt(real.number), storage).catch(() => undefined)
  if (!job) return { header: withHash(moved), parent, receipt: undefined, storage }
  const log = settlementOf(forger.escrow, job)
  const transactionHash = keccak256(real.hash)
  const header = withHash({
    ...moved,
    transactions: [...real.transactions, transactionHash],
    // Nothing that the service reads would give these roots, so any value will do.
    transactionsRoot: keccak256(concat([real.transactionsRoot, transactionHash])),
    receiptsRoot: keccak256(concat([real.receiptsRoot, transactionHash])),
    logsBloom: withBits(real.logsBloom, [forger.escrow, ...log.topics]),
  })
  const receipt = receiptOf(header, log, job.logsBefore)
  return { header, parent, receipt, storage: { ...storage, ...job.settled } }
}

type LiveJob = Awaited<ReturnType<typeof findJob>> & object

/** The newest job at that block, if it holds money and was not settled on this branch. */
async function findJob({ node, escrow }: Forger, blockNumber: bigint, storage: ForgedBlock['storage']) {
  if (blockNumber % everyBlocks !== 0n) return undefined
  const read = { address: escrow, abi: jobEscrowAbi, blockNumber } as const
  const id = await node.readContract({ ...read, functionName: 'jobCount' })
  const [stateSlot, heldSlot] = slotsOf(id)
  if (id === 0n || stateSlot in storage) return undefined
  const job = await node.readContract({ ...read, functionName: 'job', args: [id] })
  if (job.held === 0n) return undefined
  const packed = await node.getStorageAt({ address: escrow, slot: stateSlot, blockNumber })
  if (!packed) return undefined
  const { length: logsBefore } = await node.getLogs({ fromBlock: blockNumber, toBlock: blockNumber })
  const settled: Record<Hex, Hex> = { [stateSlot]: withState(packed), [heldSlot]: numberToHex(0, { size: 32 }) }
  return { ...job, id, logsBefore, settled }
}

/** The mapping of jobs in the escrow's storage, and where a job's money is among its own slots; its state comes first. */
const [jobsSlot, heldAfter] = [5n, 8n]

function slotsOf(id: bigint): [state: Hex, held: Hex] {
  const first = keccak256(encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [id, jobsSlot]))
  return [first, numberToHex(BigInt(first) + heldAfter, { size: 32 })]
}

/** The state is the last byte of its slot. The contract's enum starts with a state that no job has. */
function withState(packed: Hex): Hex {
  return concat([`0x${packed.slice(2, -2)}`, numberToHex(jobStates.indexOf('SETTLED') + 1, { size: 1 })])
}

function settlementOf(address: Hex, { id, attempt, agent, payee, held, terms }: LiveJob): ForgedLog {
  const args = { id, attempt, agent }
  const topics = encodeEventTopics({ abi: jobEscrowAbi, eventName: 'JobSettled', args }) as Hex[]
  const types = [{ type: 'uint256' }, { type: 'uint256' }, { type: 'address' }] as const
  return { address, topics, data: encodeAbiParameters(types, [terms.reward, held - terms.reward, payee]) }
}

function receiptOf({ number, hash, transactions, logsBloom }: Header, log: ForgedLog, logsBefore: number) {
  const [transactionHash = hash] = transactions.slice(-1)
  const of = {
    blockNumber: number,
    blockHash: hash,
    transactionHash,
    transactionIndex: numberToHex(transactions.length - 1),
  }
  const logs = [{ ...log, ...of, logIndex: numberToHex(logsBefore), removed: false }]
  return { ...of, logs, logsBloom, status: '0x1', type: '0x2', gasUsed: '0x5208', cumulativeGasUsed: '0x5208' }
}

function withHash(header: Header): Header {
  const hash = headerHash(header)
  if (!hash) throw new Error(`the header of block ${header.number} lacks a field`)
  return { ...header, hash }
}

/** The filter with the three bits of each value. */
function withBits(bloom: Hex, values: readonly Hex[]): Hex {
  const bytes = hexToBytes(bloom)
  for (const value of values) {
    const hash = keccak256(value, 'bytes')
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2_047
      const place = bytes.length - 1 - (bit >> 3)
      bytes[place] = (bytes[place] ?? 0) | (1 << (bit & 7))
    }
  }
  return bytesToHex(bytes)
}

import { decodeEventLog, type Log } from 'viem'
import type { Address, EscrowLog } from '#lib/ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'

type MinedLog = Log<bigint, number, false>

/** The escrow's own event, decoded strictly; undefined for a log of another address, a removed or an unknown one. */
export function decodeEscrowLog(log: MinedLog, escrow: Address): EscrowLog | undefined {
  if (log.removed || log.address.toLowerCase() !== escrow) return undefined
  const decoded = decode(log)
  if (!decoded) return undefined
  const args = plain(decoded.args ?? {})
  return {
    blockNumber: log.blockNumber,
    blockHash: log.blockHash,
    transactionHash: log.transactionHash,
    logIndex: log.logIndex,
    name: decoded.eventName,
    jobId: typeof args.id === 'string' ? BigInt(args.id) : null,
    args,
  }
}

function decode(log: MinedLog): { eventName: string; args: unknown } | undefined {
  try {
    return decodeEventLog({ abi: jobEscrowAbi, data: log.data, topics: log.topics, strict: true })
  } catch {
    return undefined
  }
}

/** Integers become decimal strings so that the arguments can be stored as JSON; hex is lower-cased. */
function plain(value: unknown): Record<string, unknown> {
  const text = JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return part.toString()
    return typeof part === 'string' && part.startsWith('0x') ? part.toLowerCase() : part
  })
  return JSON.parse(text) as Record<string, unknown>
}

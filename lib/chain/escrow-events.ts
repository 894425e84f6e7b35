import { type AbiEvent, decodeEventLog, type Log, toEventSelector } from 'viem'
import type { Address, EscrowLog } from '../ports/chain.ts'
import { agentRegistryAbi } from './abi/agent-registry.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import { UnsoundAnswerError } from './sound-answer.ts'

type MinedLog = Log<bigint, number, false>

/** The escrow and the registry that it names, in lower case. */
export type Contracts = { escrow: Address; registry: Address }

/**
 * The events that are followed. `CallFailed` is left out: anyone can have it emitted as often as they pay for, and what our
 * own batches failed with is read from their receipts.
 */
export const escrowEvents = jobEscrowAbi.filter((item) => item.type === 'event' && item.name !== 'CallFailed')
export const registryEvents = agentRegistryAbi.filter((item) => item.type === 'event' && item.name !== 'CallFailed')

/**
 * A followed event of the escrow or of its registry, decoded strictly by the ABI of the contract that emitted it; undefined
 * for a log of another address or of another event. Throws for one of a followed event that the ABI does not decode.
 */
export function decodeEscrowLog(log: MinedLog, { escrow, registry }: Contracts): EscrowLog | undefined {
  const emitter = log.address.toLowerCase()
  if (emitter !== escrow && emitter !== registry) return undefined
  const decoded = decode(log, emitter === escrow ? escrowEvents : registryEvents)
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

function decode(log: MinedLog, abi: readonly AbiEvent[]): { eventName: string; args: unknown } | undefined {
  try {
    return decodeEventLog({ abi, data: log.data, topics: log.topics, strict: true })
  } catch {
    const isFollowed = abi.some((event) => toEventSelector(event) === log.topics[0])
    if (isFollowed) throw new UnsoundAnswerError('It answers with an event that its contract does not emit.')
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

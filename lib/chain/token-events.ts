import { decodeEventLog, type Log, toEventSelector } from 'viem'
import type { Address } from '../ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { lowerAddress } from './parse-address.ts'
import { UnsoundAnswerError } from './sound-answer.ts'

/** `to` is who received the money, or may spend it. */
export type TokenEvent = { from: Address; to: Address; amount: bigint }

const tokenEvents = erc20Abi.filter((item) => item.type === 'event')

/**
 * The token's own event of that name, decoded strictly; undefined for any other log. Throws for one of that event that the
 * ABI does not decode.
 */
export function decodeTokenLog(log: Log, token: Address, name: 'Approval' | 'Transfer'): TokenEvent | undefined {
  if (log.removed || lowerAddress(log.address) !== token || !isEvent(log, name)) return undefined
  try {
    const event = decodeEventLog({ abi: erc20Abi, data: log.data, topics: log.topics, eventName: name, strict: true })
    const [from, to] =
      event.eventName === 'Approval' ? [event.args.owner, event.args.spender] : [event.args.from, event.args.to]
    return { from: lowerAddress(from), to: lowerAddress(to), amount: event.args.value }
  } catch {
    throw new UnsoundAnswerError('It answers with an event that the token does not emit.')
  }
}

function isEvent(log: Log, name: 'Approval' | 'Transfer'): boolean {
  return tokenEvents.some((event) => event.name === name && toEventSelector(event) === log.topics[0])
}

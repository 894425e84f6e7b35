import { decodeEventLog, type Log } from 'viem'
import type { Address } from '../ports/chain.ts'
import { erc20Abi } from './abi/erc20.ts'
import { lowerAddress } from './parse-address.ts'

/** `to` is who received the money, or may spend it. */
export type TokenEvent = { from: Address; to: Address; amount: bigint }

/** The token's own event of that name, decoded strictly; undefined for any other log. */
export function decodeTokenLog(log: Log, token: Address, name: 'Approval' | 'Transfer'): TokenEvent | undefined {
  if (log.removed || lowerAddress(log.address) !== token) return undefined
  try {
    const event = decodeEventLog({ abi: erc20Abi, data: log.data, topics: log.topics, eventName: name, strict: true })
    const [from, to] =
      event.eventName === 'Approval' ? [event.args.owner, event.args.spender] : [event.args.from, event.args.to]
    return { from: lowerAddress(from), to: lowerAddress(to), amount: event.args.value }
  } catch {
    return undefined
  }
}

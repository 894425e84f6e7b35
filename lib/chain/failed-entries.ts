import { parseEventLogs, type TransactionReceipt } from 'viem'
import type { Address } from '../ports/chain.ts'
import { jobEscrowAbi } from './abi/job-escrow.ts'
import { lowerAddress } from './parse-address.ts'
import { decodeRevert, describeRevert } from './revert.ts'

/**
 * What each failed entry of the caller's batch failed with, by its index. The contract that was called reports them;
 * a batch that is made from within a payment is reported under another caller.
 */
export function failedEntries(
  logs: TransactionReceipt['logs'],
  contract: Address | null,
  caller: Address,
): Record<number, string> {
  const reports = parseEventLogs({ abi: jobEscrowAbi, logs, eventName: 'CallFailed' }).filter(
    ({ address, args }) => contract && isSame(address, contract) && isSame(args.caller, caller),
  )
  return Object.fromEntries(reports.map(({ args }) => [Number(args.index), reasonOf(args.reason)]))
}

function reasonOf(data: `0x${string}`): string {
  return data === '0x' ? 'The call used up its gas.' : describeRevert(decodeRevert(data))
}

function isSame(one: Address, other: Address): boolean {
  return lowerAddress(one) === lowerAddress(other)
}

import {
  decodeEventLog,
  decodeFunctionData,
  keccak256,
  parseAbi,
  type Transaction,
  type TransactionReceipt,
} from 'viem'
import { entryPoint06Abi, entryPoint07Abi, entryPoint08Abi } from 'viem/account-abstraction'
import type { Address, Hash } from '../ports/chain.ts'

const accountAbi = parseAbi([
  'struct Call { address target; uint256 value; bytes data; }',
  'function execute(address target, uint256 value, bytes data)',
  'function executeBatch(Call[] calls)',
])

export type UserOperation = { sender: Address; success: boolean; firstLog: number; lastLog: number }

/**
 * The user operations of a bundle. An operation's own logs lie after the previous operation's event and before its own,
 * which is how a log is attributed to its sender.
 */
export function userOperations(receipt: TransactionReceipt, entryPoints: readonly Address[]): UserOperation[] {
  const operations: UserOperation[] = []
  let firstLog = 0
  for (const log of receipt.logs) {
    if (!entryPoints.includes(lower(log.address))) continue
    const event = decodeOperation(log)
    if (!event) continue
    operations.push({ sender: lower(event.sender), success: event.success, firstLog, lastLog: log.logIndex })
    firstLog = log.logIndex + 1
  }
  return operations
}

function decodeOperation(log: TransactionReceipt['logs'][number]): { sender: Address; success: boolean } | undefined {
  try {
    return decodeEventLog({ abi: entryPoint07Abi, data: log.data, topics: log.topics, eventName: 'UserOperationEvent' })
      .args
  } catch {
    return undefined
  }
}

/** What differs between the call we built and the one that was wrapped. Never decides anything: wrappers vary. */
export function callWarnings(transaction: Transaction, sender: Address, calldataHash: Hash): string[] {
  const hashes = [transaction.input, ...innerCalls(transaction.input, sender)].map((data) => keccak256(data))
  return hashes.includes(calldataHash) ? [] : ['The transaction wraps a call other than the one that was built here.']
}

function innerCalls(input: Hash, sender: Address): Hash[] {
  for (const abi of [entryPoint07Abi, entryPoint06Abi, entryPoint08Abi]) {
    try {
      const call = decodeFunctionData({ abi, data: input })
      if (call.functionName !== 'handleOps') continue
      return call.args[0].filter((op) => lower(op.sender) === sender).flatMap((op) => accountCalls(op.callData))
    } catch {}
  }
  return []
}

function accountCalls(calldata: Hash): Hash[] {
  try {
    const call = decodeFunctionData({ abi: accountAbi, data: calldata })
    return call.functionName === 'execute' ? [call.args[2]] : call.args[0].map((inner) => inner.data)
  } catch {
    return []
  }
}

function lower(address: Address): Address {
  return `0x${address.slice(2).toLowerCase()}`
}

import { type Hash, parseEventLogs, type TransactionReceipt } from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import type { ChainOptions } from '../options.ts'
import type { Reader } from './clients.ts'

/** What finds a user operation on the chain: its own transaction, or another one that carries it. */
export type SentOperation = {
  userOpHash: Hash
  txHash: Hash
  /** The operation is in no block before this one. */
  fromBlock: string
}

export type Outcome = {
  /** False when the operation's inner call failed, though its transaction succeeded, or when that was refused whole. */
  success: boolean
  txHash: Hash
  blockHash: Hash
  blockNumber: bigint
  blockTime: Date
  /** In the smallest unit of the native token. */
  cost: bigint
  revertReason: string | undefined
}

/** What became of an attempt: its own receipt, or the operation's event in whichever transaction carried it. */
export async function findOutcome(
  reader: Reader,
  options: ChainOptions,
  attempt: SentOperation,
): Promise<Outcome | undefined> {
  const own = await findReceipt(reader, attempt.txHash)
  const receipt = own ?? (await findCarrier(reader, options, attempt))
  if (!receipt) return undefined
  const { timestamp } = await reader.getBlock({ blockHash: receipt.blockHash })
  return { ...judge(receipt, attempt.userOpHash), blockTime: new Date(Number(timestamp) * 1000) }
}

async function findReceipt(reader: Reader, hash: Hash): Promise<TransactionReceipt | undefined> {
  try {
    return await reader.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof Error && error.name === 'TransactionReceiptNotFoundError') return undefined
    throw error
  }
}

async function findCarrier(
  reader: Reader,
  options: ChainOptions,
  attempt: Omit<SentOperation, 'txHash'>,
): Promise<TransactionReceipt | undefined> {
  const [log] = await reader.getContractEvents({
    address: options.entryPoint07,
    abi: entryPoint07Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash: attempt.userOpHash },
    fromBlock: BigInt(attempt.fromBlock),
  })
  return log && (await findReceipt(reader, log.transactionHash))
}

function judge(receipt: TransactionReceipt, userOpHash: Hash): Omit<Outcome, 'blockTime'> {
  const logs = parseEventLogs({ abi: entryPoint07Abi, logs: receipt.logs })
  const ended = logs.find((log) => log.eventName === 'UserOperationEvent' && log.args.userOpHash === userOpHash)
  const reverted = logs.find(
    (log) => log.eventName === 'UserOperationRevertReason' && log.args.userOpHash === userOpHash,
  )
  const event = ended?.eventName === 'UserOperationEvent' ? ended.args : undefined
  const reason = reverted?.eventName === 'UserOperationRevertReason' ? reverted.args.revertReason : undefined
  return {
    success: event?.success ?? false,
    txHash: receipt.transactionHash,
    blockHash: receipt.blockHash,
    blockNumber: receipt.blockNumber,
    cost: event?.actualGasCost ?? receipt.gasUsed * receipt.effectiveGasPrice,
    revertReason: reason ?? (event ? undefined : 'the EntryPoint refused the operation'),
  }
}

import { type Address, encodeFunctionData, type Hash, type Hex, pad } from 'viem'
import {
  entryPoint07Abi,
  getUserOperationHash,
  type PackedUserOperation,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainOptions } from '../options.ts'
import type { Call } from '../store/transactions.ts'
import { accountAbi, factoryAbi } from './abis.ts'
import type { Reader } from './clients.ts'

/** Every wallet has its own owner key, so one salt serves all. */
export const salt = pad('0x01')

const verificationGasLimit = 700_000n
const preVerificationGas = 60_000n
const priorityFee = 1_000_000_000n

export type Signer = { address: Address; ownerKey: Hex }
export type SignedOperation = {
  hash: Hash
  nonce: bigint
  packed: PackedUserOperation
  /** Gas for the whole `handleOps`. */
  gas: bigint
  /** What the EntryPoint takes from the account's deposit before it runs the operation, at most. */
  prefund: bigint
}

/** The wallet's next user operation, signed by its owner key; it also deploys the account if nobody has. */
export async function signOperation(
  reader: Reader,
  options: ChainOptions,
  signer: Signer,
  call: Call,
): Promise<SignedOperation> {
  const owner = privateKeyToAccount(signer.ownerKey)
  const [nonce, code, block] = await Promise.all([
    readNonce(reader, options, signer.address),
    reader.getCode({ address: signer.address }),
    reader.getBlock(),
  ])
  const callGasLimit = BigInt(call.gas)
  const maxFeePerGas = (block.baseFeePerGas ?? 0n) * 2n + priorityFee
  const unsigned = {
    sender: signer.address,
    nonce,
    ...(code ? {} : { factory: options.accountFactory, factoryData: deployment(owner.address) }),
    callData: toAccountCall(signer.address, call),
    callGasLimit,
    verificationGasLimit,
    preVerificationGas,
    maxFeePerGas,
    maxPriorityFeePerGas: priorityFee,
  }
  const hash = getUserOperationHash({
    chainId: options.chainId,
    entryPointAddress: options.entryPoint07,
    entryPointVersion: '0.7',
    userOperation: { ...unsigned, signature: '0x' },
  })
  const gas = ((callGasLimit + verificationGasLimit) * 11n) / 10n + 500_000n
  const prefund = (callGasLimit + verificationGasLimit + preVerificationGas) * maxFeePerGas
  return {
    hash,
    nonce,
    packed: toPackedUserOperation({ ...unsigned, signature: await owner.sign({ hash }) }),
    gas,
    prefund,
  }
}

export async function readNonce(reader: Reader, options: ChainOptions, account: Address): Promise<bigint> {
  return await reader.readContract({
    address: options.entryPoint07,
    abi: entryPoint07Abi,
    functionName: 'getNonce',
    args: [account, 0n],
  })
}

function deployment(owner: Address): Hex {
  return encodeFunctionData({ abi: factoryAbi, functionName: 'createAccount', args: [owner, salt] })
}

/** A call of the account to itself, such as a batch, is the operation; any other goes through `execute`. */
function toAccountCall(account: Address, call: Call): Hex {
  if (call.to.toLowerCase() === account.toLowerCase()) return call.data
  const args = [call.to, BigInt(call.value), call.data] as const
  return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args })
}

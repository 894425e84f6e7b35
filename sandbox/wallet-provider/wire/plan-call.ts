import { type Address, formatEther, formatGwei, getAddress, type Hex, isHex, parseEther } from 'viem'
import { z } from 'zod'
import type { PlannedCall } from '../chain/access.ts'
import { encodeCall } from '../chain/encode-call.ts'
import type { Provider } from '../provider.ts'
import { countOpen } from '../store/transactions.ts'
import type { Wallet } from '../store/wallets.ts'
import { WireError } from './errors.ts'
import { evmAddress } from './source-wallet.ts'

const queueMax = 20

export const callFields = {
  contractAddress: evmAddress,
  callData: z.string().optional(),
  abiFunctionSignature: z.string().optional(),
  abiParameters: z.array(z.unknown()).optional(),
  amount: z.string().optional(),
}
export type CallRequest = {
  contractAddress: string
  callData?: string | undefined
  abiFunctionSignature?: string | undefined
  abiParameters?: unknown[] | undefined
  amount?: string | undefined
}

/** The on-chain call that a request describes in one of the two ways, but not in both. */
export function planCall(from: Address, request: CallRequest): PlannedCall {
  return { from, to: getAddress(request.contractAddress), value: readAmount(request.amount), data: readData(request) }
}

/** Gas for the call as the chain is now; a call that would fail is refused at once. */
export async function estimate(provider: Provider, call: PlannedCall): Promise<bigint> {
  const estimated = await provider.chain.estimate(call)
  if ('gas' in estimated) return estimated.gas
  throw new WireError(
    { reverted: 155208 as const, 'insufficient funds': 155201 as const, failed: 155210 as const }[estimated.refusal],
  )
}

/** Only a smart account can act here, and not while too much of it is waiting. */
export function assertCanAct(provider: Provider, wallet: Wallet): void {
  // Plain accounts would have to hold native money for gas, which the faucet does not give.
  if (wallet.account_type !== 'SCA') throw new WireError(155215)
  if (countOpen(provider.db, wallet.id) >= queueMax) throw new WireError(155264)
}

/** What the call will cost, as the wire shows it. */
export async function toEstimatedFee(
  provider: Provider,
  gas: bigint,
  feePercent = 100n,
): Promise<Record<string, string>> {
  const { baseFee, priorityFee } = await provider.chain.fees()
  const tip = (priorityFee * feePercent) / 100n
  return {
    gasLimit: gas.toString(),
    baseFee: formatGwei(baseFee),
    priorityFee: formatGwei(tip),
    maxFee: formatGwei(baseFee * 2n + tip),
    networkFee: formatEther(gas * (baseFee + tip)),
  }
}

function readData({ callData, abiFunctionSignature, abiParameters }: CallRequest): Hex {
  const hasAbi = abiFunctionSignature !== undefined || abiParameters !== undefined
  if (callData !== undefined && hasAbi) throw new WireError(155247)
  if (callData !== undefined) {
    if (!isHex(callData) || callData.length % 2 !== 0) throw new WireError(155230)
    return callData
  }
  if (abiFunctionSignature === undefined) throw new WireError(155230)
  const data = encodeCall(abiFunctionSignature, abiParameters ?? [])
  if (data === undefined) throw new WireError(155209)
  return data
}

function readAmount(amount: string | undefined): bigint {
  if (amount === undefined || amount === '') return 0n
  if (!/^\d{1,30}(\.\d{1,18})?$/.test(amount)) throw new WireError(155245)
  return parseEther(amount)
}

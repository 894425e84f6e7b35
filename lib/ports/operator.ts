import type { Address, EncodedCall, Hash } from './chain.ts'

export const operatorNames = ['dispatcher', 'registrar'] as const
export type OperatorName = (typeof operatorNames)[number]

export type SignedCall = { raw: Hash; transactionHash: Hash }

export type OperatorReceipt = { isSuccess: boolean; blockNumber: bigint; blockHash: Hash }

/** One key of the service's own. Nothing here keeps a nonce or a queue: that is the caller's, in the database. */
export type Operator = {
  readonly address: Address
  /** Whether the call would succeed now; the contract's error name and arguments when not. */
  simulate(call: EncodedCall): Promise<{ isFine: true } | { isFine: false; reason: string }>
  /** How many transactions of this key are mined. */
  minedNonce(): Promise<number>
  /** Signs, without sending; each higher `bump` (0, 1, 2…) pays enough more to replace the one before. */
  sign(call: EncodedCall, nonce: number, bump: number): Promise<SignedCall>
  /** Sends a signed transaction; doing it again, or after it was mined, is harmless. */
  broadcast(signed: SignedCall): Promise<void>
  /** The receipt, if the transaction is in a block that is canonical now. */
  receipt(transactionHash: Hash): Promise<OperatorReceipt | undefined>
  /** Native money of the key, in its smallest unit. */
  balance(): Promise<bigint>
}

export type Operators = Record<OperatorName, Operator>

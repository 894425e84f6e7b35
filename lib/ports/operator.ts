import type { CallWait, OperatorName } from '#lib/domain/operator-call.ts'
import type { Address, EncodedCall, Hash } from './chain.ts'

export type SignedCall = { raw: Hash; transactionHash: Hash }

export type OperatorReceipt = { isSuccess: boolean; blockNumber: bigint; blockHash: Hash }

/** One key of the service's own. Nothing here keeps a nonce or a queue: that is the caller's, in the database. */
export type Operator = {
  readonly address: Address
  /** Whether the call would succeed now; the contract's error name and arguments when not. */
  simulate(call: EncodedCall): Promise<{ isFine: true } | { isFine: false; reason: string }>
  /** How many transactions of this key are mined, as the node says that is furthest. */
  minedNonce(): Promise<number>
  /** Whether a final block holds a transaction of this key with that nonce. */
  isNonceTaken(nonce: number): Promise<boolean>
  /**
   * Signs, without sending, and pays enough more than `earlier` to replace it where that has the same nonce. Says why
   * when nothing may be signed: the chain asks more than the ceiling, or `earlier` pays enough already.
   */
  sign(call: EncodedCall, nonce: number, earlier: SignedCall | null): Promise<SignedCall | Exclude<CallWait, 'balance'>>
  /** Whether the key holds what the signed transaction costs at most. */
  canPay(signed: SignedCall): Promise<boolean>
  /** Sends a signed transaction; doing it again, or after it was mined, is harmless. */
  broadcast(signed: SignedCall): Promise<void>
  /**
   * The receipt, if the transaction is in a canonical block. An answer is kept until there is a newer block, which may be
   * noticed a moment late; ask for a fresh one before anything follows from its absence.
   */
  receipt(transactionHash: Hash, isFresh?: 'fresh'): Promise<OperatorReceipt | undefined>
  /** How many of the largest calls the key's native money pays for at present fees, rounded down. */
  callsLeft(): Promise<bigint>
}

export type Operators = Record<OperatorName, Operator>

import type { OperatorName } from '../domain/operator-call.ts'
import type { Address, EncodedCall, Hash } from './chain.ts'

export type SignedCall = { raw: Hash; transactionHash: Hash }

/** `failures` tells by its index what each entry of a batch failed with; the other entries had their effect. */
export type OperatorReceipt = {
  isSuccess: boolean
  blockNumber: bigint
  blockHash: Hash
  failures: Record<number, string>
}

/** Whether a call would succeed now, with the gas to allow for it; the contract's error name and arguments when not. */
export type Preview = { isFine: true; gas: bigint } | { isFine: false; reason: string }

/** A call with the gas that it may use alone. */
export type WeighedCall = EncodedCall & { gas: bigint }

/** Both in the chain's smallest unit. */
export type Fuel = { balance: bigint; price: bigint }

/** One key of the service's own. Nothing here keeps a nonce or a queue: that is the caller's, in the database. */
export type Operator = {
  readonly address: Address
  /** A refusal is that of a block not below `notBefore`, nor below any that this program saw lately. */
  simulate(call: EncodedCall, notBefore?: bigint): Promise<Preview>
  /** The gas that one transaction with several calls may be allowed: the setting, or half a block where that is less. */
  room(): Promise<bigint>
  /** How many transactions of that account are mined, as two nodes say, the second of which may be further; the only one's word where one answers. */
  minedNonce(signer: Address): Promise<number>
  /**
   * The nonce to sign next: the mined one, and at least `known`. Above that a single node is believed where its own block
   * shows the transaction before, or where it keeps no state that would.
   */
  nextNonce(signer: Address, known: number): Promise<number>
  /** Whose transaction took that nonce, in a final block: one of these, as two nodes say, another one, or none yet. */
  nonceTaker(taken: {
    signer: Address
    nonce: number
    signed: readonly SignedCall[]
  }): Promise<'own' | 'another' | 'none'>
  /**
   * Signs, without sending, one transaction with these calls of one contract: a call as it is, several as a batch in their
   * order. Says so when the chain asks more than the ceiling.
   */
  sign(calls: readonly WeighedCall[], nonce: number): Promise<SignedCall | 'fee_ceiling'>
  /**
   * Signs the same transaction again, under the same nonce, for enough more to replace it. Says why when nothing may be
   * signed: the chain asks more than the ceiling, `earlier` pays enough already, or no block has room for its gas.
   */
  signDearer(earlier: SignedCall): Promise<SignedCall | 'fee_ceiling' | 'mining' | 'too_large'>
  /** Who signed it, which is another account than this one after the key was exchanged. */
  signerOf(signed: SignedCall): Promise<Address>
  /** Whether the key holds what the signed transaction costs at most. */
  canPay(signed: SignedCall): Promise<boolean>
  /**
   * Sends a signed transaction; doing it again, or after it was mined, is harmless. `too_large` when every node refuses it
   * for its gas, its size or its whole fee; transactions with several calls then have half the room for a while.
   */
  broadcast(signed: SignedCall): Promise<'sent' | 'too_large'>
  /**
   * The receipt, if the transaction is in a canonical block and two nodes show the same one. An answer is kept until there
   * is a newer block, which may be noticed a moment late; ask for a fresh one before anything follows from its absence.
   */
  receipt(transactionHash: Hash, signer: Address, isFresh?: 'fresh'): Promise<OperatorReceipt | undefined>
  /** The receipt of what is in a final block, read again; undefined while two nodes do not agree on it. */
  finalReceipt(transactionHash: Hash, signer: Address): Promise<OperatorReceipt | undefined>
  /** The key's native money, and the most that it would offer for one unit of gas now. */
  fuel(): Promise<Fuel>
  /** Whether escrow and registry let the key do the work of that name. */
  hasRole(name: OperatorName): Promise<boolean>
}

export type Operators = Record<OperatorName, Operator>

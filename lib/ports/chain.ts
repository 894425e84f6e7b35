import type { ContractActionKind, JobState, Terms } from '#lib/domain/job.ts'

export type Hash = `0x${string}`
export type Address = `0x${string}`

export type Block = { number: bigint; hash: Hash; timestamp: bigint }

/** Bounds that the escrow contract enforces; amounts in base units, times in seconds. */
export type EscrowBounds = {
  minReward: bigint
  minWindow: bigint
  maxWindow: bigint
  maxOpen: bigint
  maxVerifiers: number
  maxAttempts: number
}

/** The contract's own view of one job. */
export type ChainJob = {
  id: bigint
  client: Address
  state: JobState
  held: bigint
  attempt: number
  rounds: number
  openUntil: bigint
}

/** Something the contract allows now (`open`) or at a known time; times in seconds, 0 for no bound. */
export type ContractAction = {
  kind: ContractActionKind
  caller: 'ANYONE' | 'CLIENT' | 'AGENT' | 'DISPATCHER'
  opensAt: bigint
  closesAt: bigint
  open: boolean
}

export type EscrowLog = {
  blockNumber: bigint
  blockHash: Hash
  transactionHash: Hash
  logIndex: number
  name: string
  jobId: bigint | null
  /** Decoded arguments; integers as decimal strings. */
  args: Record<string, unknown>
}

/** An ERC-20 or escrow event, decoded from the pinned contract's own log, in a canonical block. */
export type MinedEvent = { blockNumber: bigint; blockHash: Hash; logIndex: number; isFinal: boolean }

/**
 * What one mined transaction did. `pending` is not mined; `failed` was mined without effect (reverted, or our inner
 * operation failed); `absent` was mined and did something else; `done` emitted the expected event.
 */
export type ChainOutcome =
  | { kind: 'pending' }
  | { kind: 'failed'; reason: string; isFinal: boolean }
  | { kind: 'absent'; reason: string; isFinal: boolean }
  | ({ kind: 'done'; warnings: string[] } & MinedEvent)

export type ExpectedEffect =
  | { event: 'Approval'; owner: Address; amount: bigint }
  | { event: 'JobCreated'; client: Address; terms: Terms }
  | { event: 'JobCancelled' | 'JobRefunded'; client: Address; jobId: bigint }

export type EncodedCall = { contract: Address; action: string; calldata: Hash; calldataHash: Hash }

export type Chain = {
  readonly chainId: number
  readonly escrow: Address
  readonly token: Address
  /** Throws `chain_unavailable` unless the RPC serves the configured chain id and genesis. */
  assertSameChain(): Promise<void>
  genesisHash(): Promise<Hash>
  latestBlock(): Promise<Block>
  /** The newest block that is final: the `finalized` tag, lowered to the configured number of confirmations. */
  finalBlock(): Promise<Block>
  block(number: bigint): Promise<Block | null>
  bounds(): Promise<EscrowBounds>
  balance(account: Address): Promise<{ units: bigint; block: bigint }>
  allowance(owner: Address): Promise<bigint>
  ownerOf(client: Address): Promise<Hash>
  /** The job that the contract opened for this client and ref at `block`; zero when there is none. */
  jobIdOf(client: Address, ref: Hash, block: bigint): Promise<bigint>
  /** The job as the contract holds it at `block` (default: the latest); undefined for an unknown id. */
  job(id: bigint, block?: bigint): Promise<ChainJob | undefined>
  /** What the contract allows for this job now or later, read at the latest block. */
  actions(id: bigint): Promise<ContractAction[]>
  escrowLogs(from: bigint, to: bigint): Promise<EscrowLog[]>
  /** Decides what the transaction did; the wrapper it came in only adds warnings. */
  outcome(transactionHash: Hash, expected: ExpectedEffect, calldataHash: Hash | null): Promise<ChainOutcome>
  /** keccak256 over the canonical JSON of a document. */
  commit(document: object): Hash
  encodeApprove(amount: bigint): EncodedCall
  encodeCreateJob(terms: Terms): EncodedCall
  encodeCancel(jobId: bigint): EncodedCall
  encodeRefund(jobId: bigint): EncodedCall
}

/** Signs with the service's own keys; held by the worker program alone. */
export type Registrar = {
  /** Registers the owner of a client wallet once; resolves when it is mined or was registered before. */
  registerOwner(wallet: Address, ownerId: Hash): Promise<{ transactionHash: Hash | null }>
}

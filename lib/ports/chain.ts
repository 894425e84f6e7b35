import type { AgentRole } from '../domain/agent.ts'
import type { ContractActionKind, JobActionPurpose, JobState, Terms } from '../domain/job.ts'
import type { KeyRole } from '../domain/key-role.ts'
import type { NodeFault } from '../domain/node-fault.ts'
import type { TypedMessage } from '../domain/signed-messages.ts'

export type Hash = `0x${string}`
export type Address = `0x${string}`

/** `ordinal` counts the configured nodes from 1; `host` is the only shown part of the address, which may hold a key. */
export type NodeProblem = { ordinal: number; host: string; fault: NodeFault; detail: string; since: Date }

export type Block = { number: bigint; hash: Hash; timestamp: bigint }
/** A newest block; `parentHash` is null where only the block itself is known. */
export type Head = Block & { parentHash: Hash | null }

/** Bounds that the escrow contract enforces; amounts in base units, times in seconds. */
export type EscrowBounds = {
  minReward: bigint
  minWindow: bigint
  maxWindow: bigint
  maxOpen: bigint
  maxVerifiers: number
  maxAttempts: number
  releaseNotice: bigint
  seatWindow: bigint
  grace: bigint
}

/** The contract's own view of one job. Of the current or last assignment: agent to verifyBy; zero before the first. */
export type ChainJob = {
  id: bigint
  client: Address
  state: JobState
  held: bigint
  attempt: number
  rounds: number
  openUntil: bigint
  createdAt: bigint
  agent: Address
  key: Address
  agentOwner: Hash
  workBy: bigint
  releaseAt: bigint
  hasObjected: boolean
  result: Hash
  /** What the secret of the next naming hashes to. */
  drawCommit: Hash
  seatBy: bigint
  /** Zero until the attempt has a panel. */
  verifyBy: bigint
  /** How often candidates were named for the attempt: its panel, then alternates. */
  namings: number
  passes: number
  fails: number
}

/** One vote of a panel; `judge` is who filled it, of its `candidates` in the order in which they were named. */
export type ChainSeat = {
  candidates: { agent: Address; key: Address }[]
  judge: Address
  outcome: 'NONE' | 'PASS' | 'FAIL'
  evidenceHash: Hash
}

/**
 * `isSound` unless its key was reported stolen; only an active and sound agent is given work. `payee` is where its earnings
 * go, its own address included.
 */
export type ChainAgent = {
  ownerId: Hash
  key: Address
  activeFrom: bigint
  role: AgentRole
  isActive: boolean
  isSound: boolean
  payee: Address
}

/**
 * Where an agent's earnings go: `payee`, its own address included, and the one that `waits` until a time in seconds. The
 * next signature about it names `nonce`.
 */
export type ChainPayee = {
  payee: Address
  waits: { payee: Address; from: bigint } | null
  nonce: bigint
  delaySeconds: bigint
}

/** A verifier as it was registered; `activeFrom` is that of its first key, in seconds. */
export type RegisteredVerifier = { agent: Address; ownerId: Hash; activeFrom: bigint }

/** What a draw of verifiers follows from. `naming` counts those of the attempt from 1. */
export type DrawSeed = { secret: Hash; result: Hash; jobId: bigint; attempt: number; naming: number }

/** What a verifier signs, field by field. */
export type Verdict = {
  jobId: bigint
  attempt: number
  taskCommitment: Hash
  policyCommitment: Hash
  resultCommitment: Hash
  pass: boolean
  evidenceHash: Hash
  agent: Address
}

/** Something the contract allows now (`open`) or at a known time; times in seconds, 0 for no bound. */
export type ContractAction = {
  kind: ContractActionKind
  caller: 'ANYONE' | 'CLIENT' | 'AGENT' | 'DISPATCHER'
  opensAt: bigint
  closesAt: bigint
  open: boolean
}

/** An event of the escrow or of its registry; no event has the same name in both with another meaning. */
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

/** Blocks without a gap, oldest first, and every log of escrow and registry in them. */
export type EscrowHistory = { blocks: Block[]; logs: EscrowLog[] }

/** An ERC-20 or escrow event, decoded from the pinned contract's own log, in a canonical block. */
export type MinedEvent = { blockNumber: bigint; blockHash: Hash; logIndex: number; isFinal: boolean }

export type TransferQuery = { from: Address; to: Address; amount: bigint }
export type MinedTransfer = { transactionHash: Hash; blockNumber: bigint; blockHash: Hash; logIndex: number }
/** A transfer of the token, whatever its amount. */
export type TokenMove = TransferQuery & { transactionHash: Hash; blockNumber: bigint; logIndex: number }
/** `provenTo` is the last block of the range that is read; nothing of a later one is known. */
export type TransferHistory = { transfers: MinedTransfer[]; provenTo: bigint }

/**
 * What one mined transaction did. `pending` is not mined; `failed` was mined without effect (reverted, or our inner
 * operation failed); `absent` was mined and did something else; `done` emitted the expected event.
 */
export type ChainOutcome =
  | { kind: 'pending' }
  | { kind: 'failed'; reason: string; blockNumber: bigint; isFinal: boolean }
  | { kind: 'absent'; reason: string; isFinal: boolean }
  | ({ kind: 'done'; warnings: string[] } & MinedEvent)

export type ExpectedEffect =
  | { event: 'Approval'; owner: Address; amount: bigint }
  | { event: 'JobCreated'; client: Address; terms: Terms }
  | { event: 'Transfer'; from: Address; to: Address; amount: bigint }
  | { event: 'JobEnded'; by: JobActionPurpose; client: Address; jobId: bigint }

export type ExitCallName = 'cancel' | 'claimRefund' | 'release' | 'objectRelease' | 'submit' | 'attest' | 'collect'

/** A call that a person may have to write by hand; null stands for what only its caller holds. */
export type DescribedCall = {
  contract: Address
  /** As in `cancel(uint256)`. */
  signature: string
  arguments: { name: string; value: string | null }[]
  /** Null while an argument is unknown. */
  calldata: Hash | null
}

/** A draw's secret, and what commits to its document. */
export type RevealedDraw = { secret: Hash; evidenceHash: Hash }

export type EncodedCall = { contract: Address; action: string; calldata: Hash; calldataHash: Hash }

export type Chain = {
  readonly chainId: number
  readonly genesisHash: Hash
  readonly registry: Address
  readonly escrow: Address
  readonly token: Address
  /**
   * Throws `chain_unavailable` unless a node serves the configured chain id and genesis; others are left aside. A success
   * is remembered for a minute; ask for a fresh one before anything follows from what was read.
   */
  assertSameChain(isFresh?: 'fresh'): Promise<void>
  /** The nodes that are at fault now, as far as this program saw. */
  nodeProblems(): NodeProblem[]
  latestBlock(): Promise<Block>
  /** The highest block that this program saw in the last half minute; -1 for none. */
  highestBlock(): bigint
  /** How far events may be read: the newest block of a single node, otherwise the newest final block. */
  readableBlock(): Promise<Head>
  /** Whether that is the newest final block. */
  readsFinalOnly: boolean
  /**
   * The newest block that is final: the `finalized` tag, lowered to the configured number of confirmations. With several
   * nodes, the newest that two of them call final, under one hash.
   */
  finalBlock(): Promise<Block>
  /** Two nodes agree on each that any of them calls final. */
  block(number: bigint): Promise<Block | null>
  /** A block that need not be final, as two nodes show it where there are several. */
  agreedBlock(number: bigint): Promise<Block>
  /** The hash at that height, or null for none, in which two nodes agree where there are several. */
  agreedHash(number: bigint): Promise<Hash | null>
  bounds(): Promise<EscrowBounds>
  balance(account: Address): Promise<{ units: bigint; block: bigint }>
  /** As of the newest block, at least `notBefore`; `chain_unavailable` while the node does not have that one. */
  allowance(owner: Address, notBefore: bigint): Promise<bigint>
  /** Two nodes agree where there are several. */
  ownerOf(client: Address): Promise<Hash>
  /** The job that the contract opened for this client and ref at `block`; zero when there is none. */
  jobIdOf(client: Address, ref: Hash, block: bigint): Promise<bigint>
  /** How many jobs the contract has opened up to `block`. */
  jobCount(block: bigint): Promise<bigint>
  /** The job as the contract holds it at `block`; undefined for an unknown id. */
  job(id: bigint, block: bigint): Promise<ChainJob | undefined>
  /**
   * The job as of the newest block, at least `notBefore`, which is that of the last event that we know; `chain_unavailable`
   * while the node does not have that one. What a node says that lags behind is over.
   */
  newestJob(id: bigint, notBefore: bigint): Promise<ChainJob | undefined>
  /** What the contract allows for this job now or later, as of the newest block, at least `notBefore`. */
  actions(id: bigint, notBefore: bigint): Promise<ContractAction[]>
  /** The panel of an attempt; empty when it has none. */
  seats(id: bigint, attempt: number): Promise<ChainSeat[]>
  /** The agent that is registered at this address; undefined when none is. Two nodes agree where there are several. */
  agentOf(agent: Address): Promise<ChainAgent | undefined>
  /** Where the earnings of a registered agent go, and will. */
  payee(agent: Address): Promise<ChainPayee>
  /** Verifiers in the order of their registration, of which none ever leaves the list; of several nodes two agree. */
  verifiers(from: number, count: number): Promise<RegisteredVerifier[]>
  /** What a key may do at that block, and the native money that it holds there. */
  keyAt(account: Address, block: bigint): Promise<{ roles: KeyRole[]; balance: bigint }>
  /** What the escrow could not deliver to this account and still owes it. */
  owed(account: Address): Promise<bigint>
  /** What the account holds of the token, and what the escrow still owes it. Two nodes agree where there are several. */
  holdings(account: Address): Promise<{ units: bigint; owed: bigint }>
  /** The escrow's logs that the node returns for one block. */
  escrowLogs(block: bigint): Promise<EscrowLog[]>
  /**
   * Reads on from `from`, up to `to` at most and as far as one request for logs goes, which is half as long after each
   * refusal; ends before a block that the node does not have. Where a header's bloom filter does not rule the escrow's
   * events out, they are read from the receipts of the block; a node that was seen to fill filters in is not asked for its
   * index of logs. Throws `chain_unavailable` when headers and logs are of two branches, do not follow the block with the
   * hash `parent`, or when the receipts of the first block are not to be had.
   */
  escrowHistory(range: { from: bigint; to: bigint; parent?: Hash }): Promise<EscrowHistory>
  /**
   * The token's own transfers of exactly this amount between two accounts, from `from` on, up to `to` at most; ends before
   * a block that the node does not have, or whose logs it does not prove by bloom filter or receipts.
   */
  transfers(parties: TransferQuery, from: bigint, to: bigint): Promise<TransferHistory>
  /** The token's transfers out of and into these accounts, as the index of logs has them; what it lacks is not noticed. */
  tokenMoves(accounts: readonly Address[], from: bigint, to: bigint): Promise<TokenMove[]>
  /** The token's transfers in the receipt of a mined transaction; `chain_unavailable` while no node has one. */
  movesIn(transactionHash: Hash): Promise<(TokenMove & { blockHash: Hash })[]>
  /** What the account holds of the token at that block. */
  balanceAt(account: Address, block: bigint): Promise<bigint>
  /** Decides what the transaction did; the wrapper it came in only adds warnings. */
  outcome(transactionHash: Hash, expected: ExpectedEffect, calldataHash: Hash | null): Promise<ChainOutcome>
  /** keccak256 over the canonical JSON of a document. */
  commit(document: object): Hash
  drawSeed(of: DrawSeed): Hash
  /** The order in which the seed calls verifiers: owners, and the agents of each. */
  drawOrder(seed: Hash, verifiers: readonly RegisteredVerifier[]): RegisteredVerifier[][]
  /** Who signed the message; undefined when the signature is none. */
  signerOf(message: TypedMessage, signature: Hash): Promise<Address | undefined>
  /** The address in lower case if it is well formed and its checksum, when it has one, is right. */
  parseAddress(text: string): Address | undefined
  /** Spells out a call of the escrow, argument by argument; integers as decimal strings. */
  describeCall(name: ExitCallName, values: readonly (string | null)[]): DescribedCall
  encodeApprove(amount: bigint): EncodedCall
  encodeCreateJob(terms: Terms): EncodedCall
  encodeCancel(jobId: bigint): EncodedCall
  encodeRefund(jobId: bigint): EncodedCall
  encodeRegisterOwner(wallet: Address, ownerId: Hash): EncodedCall
  encodeRegisterAgent(agent: Address, ownerId: Hash, role: AgentRole, key: Address): EncodedCall
  encodeRotateKey(agent: Address, key: Address): EncodedCall
  encodeRevokeAgent(agent: Address): EncodedCall
  encodeRequestPayee(agent: Address, payee: Address, signature: Hash): EncodedCall
  encodeCancelPayee(agent: Address, signature: Hash): EncodedCall
  encodeApplyPayee(agent: Address): EncodedCall
  encodeAssign(jobId: bigint, agent: Address, drawCommit: Hash): EncodedCall
  encodeRequestRelease(jobId: bigint, attempt: number): EncodedCall
  encodeObjectRelease(jobId: bigint, attempt: number, signature: Hash): EncodedCall
  encodeRelease(jobId: bigint, attempt: number, signature: Hash): EncodedCall
  encodeSubmit(jobId: bigint, attempt: number, result: Hash, signature: Hash): EncodedCall
  encodeSeat(jobId: bigint, attempt: number, agents: Address[], draw: RevealedDraw): EncodedCall
  encodeAddAlternates(
    jobId: bigint,
    attempt: number,
    named: { seats: number[]; agents: Address[] },
    draw: RevealedDraw,
  ): EncodedCall
  encodeAttest(jobId: bigint, attempt: number, verdicts: Verdict[], signatures: Hash[]): EncodedCall
  encodeCollect(account: Address): EncodedCall
}

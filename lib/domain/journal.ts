import { carries, type EscrowPayment, type JobEvent, type MinedMove, paymentsOf } from './escrow-payments.ts'

type Hex = `0x${string}`

export const journalKinds = [
  ...(['opening', 'funding', 'reward', 'silence_share', 'verifier_fee', 'returned'] as const),
  ...(['collected', 'deposit', 'withdrawal', 'internal'] as const),
] as const
export type JournalKind = (typeof journalKinds)[number]

/**
 * One entry: `amount` base units move from the account `credit` to the account `debit`, so every entry sums to zero.
 * `logIndex` is that of the event that says so; `transferIndex` that of the token's transfer, null where none was made.
 */
export type JournalEntry = {
  kind: JournalKind
  onchainJobId: bigint | null
  attempt: number | null
  debit: string
  credit: string
  amount: bigint
  blockNumber: bigint
  transactionHash: Hex | null
  logIndex: number | null
  transferIndex: number | null
}

/** A final event of the escrow; `client` is the client of its job, null where it has none. */
export type JournalEvent = JobEvent & { onchainJobId: bigint | null; client: Hex | null }

/** The wallets of one person, each with the block after which its transfers are recorded. */
export type JournalWallets = ReadonlyMap<Hex, bigint>

type Parties = { wallets: JournalWallets; escrow: Hex }

/**
 * The entries of some whole blocks, in the chain's order. Money in a wallet only moves by a transfer of the token that is
 * recorded; where an event promises one that is not, the account is `unproven:` and no wallet.
 */
export function journalOf(
  events: readonly JournalEvent[],
  transfers: readonly MinedMove[],
  parties: Parties,
): JournalEntry[] {
  const taken = new Set<MinedMove | JournalEvent>()
  const promised = promisesOf(events, parties).flatMap((promise) => {
    const move = transfers.find((one) => !taken.has(one) && carries(one, promise))
    const deferral = events.find((one) => !taken.has(one) && defers(one, promise))
    const isDeferred = deferral !== undefined && (move === undefined || deferral.logIndex < move.logIndex)
    const kept = isDeferred ? deferral : move
    if (kept) taken.add(kept)
    const entries = entriesOf({ ...promise, isDeferred }, isDeferred ? undefined : move, parties)
    const isForOthers = move && !isDeferred && promise.earner && !isWallet(promise.earner, promise.blockNumber, parties)
    // What another person's agent earned into a wallet of this person came from outside.
    return isForOthers ? [...entries, ...entryOf(move, parties)] : entries
  })
  const others = transfers.filter((move) => !taken.has(move)).flatMap((move) => entryOf(move, parties))
  return [...promised, ...others].toSorted(
    (a, b) => Number(a.blockNumber - b.blockNumber) || (a.logIndex ?? 0) - (b.logIndex ?? 0),
  )
}

/** Whether it is a wallet of this person, of which this block is recorded. */
function isWallet(address: Hex, blockNumber: bigint, { wallets }: Parties): boolean {
  return blockNumber > (wallets.get(address) ?? blockNumber)
}

/** What an account had when its transfers were first recorded. */
export function openingEntry(wallet: Hex, blockNumber: bigint, amount: bigint): JournalEntry[] {
  if (amount === 0n) return []
  return [
    {
      kind: 'opening',
      onchainJobId: null,
      attempt: null,
      debit: `wallet:${wallet}`,
      credit: 'opening',
      amount,
      blockNumber,
      transactionHash: null,
      logIndex: null,
      transferIndex: null,
    },
  ]
}

type PromisedPayment = Omit<EscrowPayment, 'kind'> & {
  kind: EscrowPayment['kind']
  from: Hex
  client: Hex | null
  onchainJobId: bigint | null
  isCollected: boolean
}

function promisesOf(events: readonly JournalEvent[], { escrow }: Parties): PromisedPayment[] {
  const byJob = Map.groupBy(events, ({ onchainJobId }) => onchainJobId)
  const promises = [...byJob].flatMap(([onchainJobId, ofJob]) => {
    if (onchainJobId === null) return ofJob.flatMap((event) => collectedOf(event, escrow))
    const client = ofJob[0]?.client ?? null
    // A job of a client unknown here pays that client nothing in anyone's journal.
    const payments = paymentsOf(ofJob, { client: client ?? escrow, escrow })
    return payments.map((payment) => {
      const from = payment.kind === 'funding' && client ? client : escrow
      return { ...payment, from, client, onchainJobId, isCollected: false }
    })
  })
  return promises.toSorted((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
}

/** Whether the event can say that the payment was credited instead of sent. */
function defers({ eventName, args, ...place }: JournalEvent, promise: PromisedPayment): boolean {
  return (
    eventName === 'PaymentDeferred' &&
    place.transactionHash === promise.transactionHash &&
    place.logIndex > promise.logIndex &&
    args.account === promise.to &&
    BigInt(String(args.amount)) === promise.amount
  )
}

function collectedOf({ eventName, args, ...place }: JournalEvent, escrow: Hex): PromisedPayment[] {
  if (eventName !== 'Collected') return []
  const { transactionHash, blockNumber, logIndex } = place
  return [
    {
      kind: 'returned',
      attempt: null,
      earner: null,
      to: args.account as Hex,
      amount: BigInt(String(args.amount)),
      isDeferred: false,
      isCollected: true,
      from: escrow,
      client: null,
      onchainJobId: null,
      transactionHash,
      blockNumber,
      logIndex,
    },
  ]
}

function entriesOf(promise: PromisedPayment, move: MinedMove | undefined, parties: Parties): JournalEntry[] {
  const { blockNumber, transactionHash, logIndex, kind, attempt, amount, onchainJobId, client } = promise
  const isMine = (address: Hex | null) => address !== null && isWallet(address, blockNumber, parties)
  const moved = (address: Hex) => {
    if (promise.isDeferred) return `owed:${address}`
    return move ? `wallet:${address}` : `unproven:${address}`
  }
  const job = `job:${onchainJobId}`
  const transferIndex = move?.logIndex ?? null
  const facts = { onchainJobId, attempt, amount, blockNumber, transactionHash, logIndex, transferIndex }
  const enter = (debit: string, credit: string): JournalEntry => ({ ...facts, kind, debit, credit })
  if (promise.isCollected)
    return isMine(promise.to)
      ? [{ ...facts, kind: 'collected', debit: moved(promise.to), credit: `owed:${promise.to}` }]
      : []
  if (kind === 'funding') return isMine(client) && client ? [enter(job, moved(client))] : []
  if (kind === 'returned') return isMine(client) && client ? [enter(moved(client), job)] : []
  // A payee outside has its own account: whether its money was sent or is owed to it is no matter of these wallets.
  const paid = isMine(promise.to) ? moved(promise.to) : `payee:${promise.to}`
  return [
    ...(isMine(client) ? [enter(`cost:${kind}`, job)] : []),
    ...(isMine(promise.earner) ? [enter(paid, `income:${kind}`)] : []),
  ]
}

/** A transfer that no event of the escrow promised. */
function entryOf(move: MinedMove, parties: Parties): JournalEntry[] {
  const isMine = (address: Hex) => isWallet(address, move.blockNumber, parties)
  if (!(isMine(move.from) || isMine(move.to)) || move.amount === 0n) return []
  const account = (address: Hex) => (isMine(address) ? `wallet:${address}` : `outside:${address}`)
  const { amount, blockNumber, transactionHash, logIndex } = move
  return [
    {
      kind: isMine(move.from) ? (isMine(move.to) ? 'internal' : 'withdrawal') : 'deposit',
      onchainJobId: null,
      attempt: null,
      debit: account(move.to),
      credit: account(move.from),
      amount,
      blockNumber,
      transactionHash,
      logIndex,
      transferIndex: logIndex,
    },
  ]
}

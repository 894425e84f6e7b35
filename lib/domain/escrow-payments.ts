type Hex = `0x${string}`

/** A final event of the escrow about one job; integers of `args` are decimal strings. */
export type JobEvent = {
  eventName: string
  args: Record<string, unknown>
  transactionHash: Hex
  blockNumber: bigint
  logIndex: number
}

export const paymentKinds = ['funding', 'verifier_fee', 'reward', 'silence_share', 'returned'] as const
export type PaymentKind = (typeof paymentKinds)[number]

/**
 * What one event of the escrow moves; `logIndex` is that of the event. Amounts in base units, never zero. `earner` is
 * the agent whose work it pays, even if the money goes elsewhere; null for the client's own money.
 */
export type EscrowPayment = {
  kind: PaymentKind
  attempt: number | null
  earner: Hex | null
  to: Hex
  amount: bigint
  isDeferred: boolean
  transactionHash: Hex
  blockNumber: bigint
  logIndex: number
}

/** The token's own event that carried a payment out; `logIndex` is the transfer's. */
export type ProvenTransfer = Pick<
  EscrowPayment,
  'kind' | 'attempt' | 'to' | 'amount' | 'transactionHash' | 'blockNumber' | 'logIndex'
> & {
  from: Hex
}

/** A transfer of the token in a mined transaction. */
export type MinedMove = {
  from: Hex
  to: Hex
  amount: bigint
  transactionHash: Hex
  blockNumber: bigint
  logIndex: number
}

/** Everything that the events of one job pay, in the chain's order; `to` of the funding is the escrow. */
export function paymentsOf(
  events: readonly JobEvent[],
  { client, escrow }: { client: Hex; escrow: Hex },
): EscrowPayment[] {
  const payments = events
    .flatMap((event) => paymentsOfEvent(event, { client, escrow }))
    .filter(({ amount }) => amount > 0n)
  return payments.map((payment) => ({ ...payment, isDeferred: events.some((event) => defers(event, payment)) }))
}

function paymentsOfEvent(event: JobEvent, { client, escrow }: { client: Hex; escrow: Hex }): EscrowPayment[] {
  const { args, transactionHash, blockNumber, logIndex } = event
  const attempt = args.attempt === undefined ? null : Number(args.attempt)
  const pay = (kind: PaymentKind, to: Hex, amount: unknown): EscrowPayment => ({
    kind,
    attempt,
    earner: null,
    to,
    amount: BigInt(String(amount)),
    isDeferred: false,
    transactionHash,
    blockNumber,
    logIndex,
  })
  const earn = (kind: PaymentKind, amount: unknown) => ({
    ...pay(kind, args.payee as Hex, amount),
    earner: args.agent as Hex,
  })
  switch (event.eventName) {
    case 'JobCreated':
      return [pay('funding', escrow, args.held)]
    case 'VerdictRecorded':
      return [earn('verifier_fee', args.fee)]
    case 'JobSettled':
      return [earn('reward', args.reward), pay('returned', client, args.returned)]
    case 'JobLapsed':
      return [earn('silence_share', args.toWorker), pay('returned', client, args.toClient)]
    case 'JobCancelled':
    case 'JobRefunded':
      return [pay('returned', client, args.amount)]
    default:
      return []
  }
}

function defers({ eventName, args, transactionHash }: JobEvent, payment: EscrowPayment): boolean {
  return (
    eventName === 'PaymentDeferred' &&
    transactionHash === payment.transactionHash &&
    args.account === payment.to &&
    BigInt(String(args.amount)) === payment.amount
  )
}

/**
 * The transfer of each payment that was not deferred: the first one between these accounts, of this amount, after the
 * event that promised it and in its transaction, that no earlier payment took. Undefined when one is missing.
 */
export function transfersOf(
  payments: readonly EscrowPayment[],
  moves: readonly MinedMove[],
  { client, escrow }: { client: Hex; escrow: Hex },
): ProvenTransfer[] | undefined {
  const taken = new Set<MinedMove>()
  const transfers: ProvenTransfer[] = []
  for (const { isDeferred, earner, ...payment } of payments) {
    if (isDeferred) continue
    const from = payment.kind === 'funding' ? client : escrow
    const move = moves.find((one) => !taken.has(one) && carries(one, { ...payment, from }))
    if (!move) return undefined
    taken.add(move)
    transfers.push({ ...payment, from, logIndex: move.logIndex })
  }
  return transfers
}

/** Whether the transfer can be the one that the payment's event promised. */
export function carries(move: MinedMove, payment: ProvenTransfer): boolean {
  return (
    move.transactionHash === payment.transactionHash &&
    move.logIndex > payment.logIndex &&
    move.from === payment.from &&
    move.to === payment.to &&
    move.amount === payment.amount
  )
}

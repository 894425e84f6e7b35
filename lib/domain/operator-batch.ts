/** A call, and the gas that it may use when it is sent alone. */
type Weighed = { gas: bigint }

const gasOfBatch = 50_000n
/** What the contract reserves and uses around an entry. */
const gasAroundEntry = 15_000n

/**
 * The gas to allow for these calls in one transaction. A batch gives each entry an equal share of what is left: in the
 * order of `byGas` no entry gets less than its own gas, as long as those before it use no more than theirs.
 */
export function gasOfTransaction(calls: readonly Weighed[]): bigint {
  const [only] = calls
  if (only && calls.length === 1) return only.gas
  // No call may pass on more than 63 of 64 parts of the gas that it has.
  return calls.reduce((sum, { gas }) => sum + gas + gas / 32n + gasAroundEntry, gasOfBatch)
}

/** The first of the calls that fit into `room` together; one at least, since a call that needs more is sent alone. */
export function callsThatFit<Call extends Weighed>(calls: readonly Call[], room: bigint): Call[] {
  let count = Math.min(1, calls.length)
  while (count < calls.length && gasOfTransaction(calls.slice(0, count + 1)) <= room) count += 1
  return calls.slice(0, count)
}

/** The cheapest first; equal ones keep their order. */
export function byGas<Call extends Weighed>(calls: readonly Call[]): Call[] {
  return calls.toSorted((a, b) => Number(a.gas - b.gas))
}

/** What a call is about: the contract and its first argument, which is a job, an agent or a wallet in every call. */
export function entityOf({ contract, calldata }: { contract: string; calldata: string }): string {
  return `${contract} ${calldata.slice(10, 74)}`
}

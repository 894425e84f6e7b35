import { budgetOf, silenceShareOf } from './money.ts'

export type OutcomeTerms = {
  reward: bigint
  verifierFee: bigint
  verifiers: number
  quorum: number
  maxAttempts: number
  silenceShareBps: number
}

/** The ways in which a funded job can end. */
export type OutcomeName = 'settled_first' | 'settled_last' | 'rejected' | 'cancelled' | 'refunded' | 'lapsed'

/** Base units, from the least to the most. */
type Range = { least: bigint; most: bigint }

/** How the budget is shared; reward, fees and what returns always make the budget. */
export type Outcome = { name: OutcomeName; attempt: number; reward: bigint; fees: Range; returned: Range }

/**
 * What the escrow pays in each outcome. A verdict earns its fee when it is recorded, PASS or FAIL alike, and none is
 * recorded after the one that decided, so fees are a range: a quorum at least, the whole panel at most, in each round.
 */
export function outcomesOf(terms: OutcomeTerms): Outcome[] {
  const { reward, verifierFee, verifiers, quorum, maxAttempts } = terms
  const panel = BigInt(verifiers)
  const [passing, failing, rounds] = [BigInt(quorum), BigInt(verifiers - quorum + 1), BigInt(maxAttempts)]
  const last = rounds - 1n
  const outcome = (name: OutcomeName, attempt: number, paid: bigint, least: bigint, most: bigint): Outcome => {
    const fees = { least: least * verifierFee, most: most * verifierFee }
    const rest = budgetOf(terms) - paid
    return { name, attempt, reward: paid, fees, returned: { least: rest - fees.most, most: rest - fees.least } }
  }
  return [
    outcome('settled_first', 1, reward, passing, panel),
    ...(maxAttempts > 1
      ? [outcome('settled_last', maxAttempts, reward, last * failing + passing, rounds * panel)]
      : []),
    outcome('rejected', maxAttempts, 0n, rounds * failing, rounds * panel),
    outcome('cancelled', 0, 0n, 0n, 0n),
    // Nothing delivered in the last round.
    outcome('refunded', maxAttempts, 0n, 0n, last * panel),
    // Undecided to the end: one verdict short of a decision in the last round.
    outcome('lapsed', maxAttempts, silenceShareOf(terms), 0n, last * panel + panel - 1n),
  ]
}

/** Whether the contract takes such a panel: a quorum is more than half of it and no more than all. */
export function isPanel({ verifiers, quorum, maxAttempts }: OutcomeTerms): boolean {
  return verifiers >= 1 && maxAttempts >= 1 && verifiers < 2 * quorum && quorum <= verifiers
}

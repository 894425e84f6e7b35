import { expect, test } from 'vitest'
import { budgetOf } from './money.ts'
import { type OutcomeTerms, outcomesOf } from './outcomes.ts'

const terms = {
  reward: 3_000_000n,
  verifierFee: 100_000n,
  verifiers: 3,
  quorum: 2,
  maxAttempts: 3,
  silenceShareBps: 5_000,
}

test('every outcome shares out exactly the budget, whichever end of its range comes true', () => {
  const panels: OutcomeTerms[] = [1, 2, 3, 4, 5, 6, 7].flatMap((verifiers) =>
    [1, 2, 3, 4, 5, 6, 7]
      .filter((quorum) => verifiers < 2 * quorum && quorum <= verifiers)
      .flatMap((quorum) => [1, 2, 5].map((maxAttempts) => ({ ...terms, verifiers, quorum, maxAttempts }))),
  )
  for (const panel of panels)
    for (const { reward, fees, returned } of outcomesOf(panel)) {
      expect(reward + fees.least + returned.most).toBe(budgetOf(panel))
      expect(reward + fees.most + returned.least).toBe(budgetOf(panel))
      expect(fees.least).toBeGreaterThanOrEqual(0n)
      expect(fees.most).toBeGreaterThanOrEqual(fees.least)
      expect(returned.least).toBeGreaterThanOrEqual(0n)
    }
})

test('the usual panel pays two or three verdicts for a first attempt, and returns the fees of the others', () => {
  const [first, last, rejected, cancelled, refunded, lapsed] = outcomesOf(terms)
  expect(first).toMatchObject({
    reward: 3_000_000n,
    fees: { least: 200_000n, most: 300_000n },
    returned: { least: 600_000n, most: 700_000n },
  })
  expect(last).toMatchObject({ attempt: 3, fees: { least: 600_000n, most: 900_000n }, returned: { least: 0n } })
  expect(rejected).toMatchObject({ reward: 0n, fees: { least: 600_000n, most: 900_000n } })
  expect(cancelled).toMatchObject({ fees: { least: 0n, most: 0n }, returned: { least: 3_900_000n } })
  expect(refunded).toMatchObject({ reward: 0n, fees: { least: 0n, most: 600_000n } })
  expect(lapsed).toMatchObject({ reward: 1_500_000n, fees: { least: 0n, most: 800_000n } })
})

test('a lapse pays the worker its share, rounded down to the unit', () => {
  const shareOf = (reward: bigint, silenceShareBps: number) =>
    outcomesOf({ ...terms, reward, silenceShareBps }).find(({ name }) => name === 'lapsed')?.reward
  expect([0, 1, 9_999, 10_000].map((bps) => shareOf(1_000_001n, bps))).toEqual([0n, 100n, 999_900n, 1_000_001n])
  expect(shareOf(1n, 9_999)).toBe(0n)
})

test('a job of one attempt has no later one to settle at', () => {
  expect(outcomesOf({ ...terms, maxAttempts: 1 }).map(({ name }) => name)).not.toContain('settled_last')
})

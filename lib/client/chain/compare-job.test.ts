import { describe, expect, test } from 'vitest'
import { compare, differencesOf, graceBlocks, isOverdue, type JobFigures } from './compare-job.ts'

const figures: JobFigures = {
  state: 'OPEN',
  held: 12_500_000n,
  budget: 12_500_000n,
  paid: 0n,
  balance: 3_000_000n,
}
const settled: JobFigures = { ...figures, state: 'SETTLED', held: 0n, paid: 12_500_000n }
const grace = graceBlocks(2)

describe('what differs', () => {
  test('nothing, when both say the same to the base unit', () => {
    expect(differencesOf(figures, { ...figures })).toEqual([])
    expect(differencesOf(figures, { ...figures, held: 12_499_999n })).toEqual([
      { what: 'held', service: 12_500_000n, chain: 12_499_999n },
    ])
  })

  test('every figure is named with both values', () => {
    expect(differencesOf(figures, settled).map(({ what }) => what)).toEqual(['state', 'held', 'paid'])
    expect(differencesOf(figures, { ...figures, balance: 1n })).toEqual([
      { what: 'balance', service: 3_000_000n, chain: 1n },
    ])
  })

  test('a balance that the service could not read says nothing', () => {
    expect(differencesOf({ ...figures, balance: undefined }, figures)).toEqual([])
  })
})

describe('a difference', () => {
  const found = differencesOf(figures, settled)

  test('is shown once a later block has it too, and not when the service follows before that', () => {
    const first = compare(undefined, found, 100n, grace)
    expect(first).toMatchObject({ verdict: 'asking', since: 100n })
    expect(compare(first, found, 100n, grace).verdict).toBe('asking')
    expect(compare(first, [], 100n, grace).verdict).toBe('equal')
    expect(compare(first, found, 101n, grace)).toMatchObject({ verdict: 'following', since: 100n })
  })

  test('has the grace, and is reported at its last block', () => {
    const first = compare(undefined, found, 100n, grace)
    expect(compare(first, found, 100n + grace - 1n, grace).verdict).toBe('following')
    expect(compare(first, found, 100n + grace, grace)).toMatchObject({ verdict: 'differs', since: 100n })
  })

  test('that changes starts a new grace', () => {
    const first = compare(undefined, found, 100n, grace)
    const moved = differencesOf(figures, { ...settled, balance: 9n })
    expect(compare(first, moved, 100n + grace, grace)).toMatchObject({ verdict: 'asking', since: 100n + grace })
  })

  test('that ended is forgotten', () => {
    const first = compare(undefined, found, 100n, grace)
    const equal = compare(first, [], 101n, grace)
    expect(equal).toMatchObject({ verdict: 'equal', since: 101n })
    expect(compare(equal, found, 130n, grace)).toMatchObject({ verdict: 'asking', since: 130n })
  })

  test('in the budget, which the contract never changes is reported at once', () => {
    const budget = differencesOf(figures, { ...figures, budget: 1n })
    expect(compare(undefined, budget, 100n, grace).verdict).toBe('differs')
  })
})

describe('a reading that began before the service answered', () => {
  const found = differencesOf(settled, figures)
  const early = { startedAt: 1_000, answeredAt: 1_001 }

  test('is made again before a difference is reported', () => {
    expect(isOverdue(undefined, found, early)).toBe(true)
    const equal = compare(undefined, [], 99n, grace)
    expect(isOverdue(equal, found, early)).toBe(true)
  })

  test('stands when both say the same, or when it began after the answer', () => {
    expect(isOverdue(undefined, [], early)).toBe(false)
    expect(isOverdue(undefined, found, { startedAt: 1_001, answeredAt: 1_001 })).toBe(false)
  })

  test('waits for the next round when a later reading found the same difference already', () => {
    const earlier = compare(undefined, found, 100n, grace)
    expect(isOverdue(earlier, found, early)).toBe(false)
    expect(isOverdue(earlier, differencesOf(settled, { ...figures, balance: 9n }), early)).toBe(true)
  })
})

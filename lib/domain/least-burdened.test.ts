import { expect, test } from 'vitest'
import { leastBurdened } from './least-burdened.ts'

/** Owners named by their place, each with so many open seats and one candidate. */
const owners = (...seats: number[]) => seats.map((openSeats, index) => ({ ownerUserId: String(index), openSeats }))
const drawnOf = (candidates: ReturnType<typeof owners>, count: number) =>
  leastBurdened(candidates, count).map(({ ownerUserId }) => ownerUserId)

test('the busier owners stay out while twice as many as are drawn are left', () => {
  expect(drawnOf(owners(3, 0, 1, 0, 9, 0), 2)).toEqual(['1', '2', '3', '5'])
})

test('a small pool is drawn from as a whole', () => {
  expect(drawnOf(owners(7, 0, 0, 0), 3)).toEqual(['0', '1', '2', '3'])
  expect(drawnOf(owners(5, 0), 3)).toEqual(['0', '1'])
  expect(drawnOf([], 3)).toEqual([])
})

test('half of the owners always take part, however busy', () => {
  const free = owners(...Array.from({ length: 20 }, (_, index) => (index < 4 ? 0 : 1 + index)))
  expect(drawnOf(free, 1)).toHaveLength(10)
})

test('equally busy owners stay in together', () => {
  expect(drawnOf(owners(2, 2, 2, 2, 2, 2, 2, 2), 1)).toHaveLength(8)
  expect(drawnOf(owners(0, 1, 1, 1, 1, 2), 1)).toEqual(['0', '1', '2', '3', '4'])
})

test('an owner counts once, however many verifiers it runs', () => {
  const many = Array.from({ length: 9 }, () => ({ ownerUserId: 'many', openSeats: 0 }))
  expect(drawnOf([...many, ...owners(1, 1, 5)], 1)).toEqual([...many.map(() => 'many'), '0', '1'])
})

import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawn, shuffled } from './drawn.ts'

const items = ['a', 'b', 'c', 'd', 'e']

test('draws so many different ones, and each as often as any other', () => {
  const times = new Map(items.map((item) => [item, 0]))
  for (let round = 0; round < 2_000; round += 1) {
    const two = drawn(items, 2, randomInt)
    expect(new Set(two).size).toBe(2)
    for (const item of two) times.set(item, (times.get(item) ?? 0) + 1)
  }
  // Each is expected 800 times, with a deviation of 22.
  for (const count of times.values()) expect(Math.abs(count - 800)).toBeLessThan(150)
})

test('shuffles all of them, and as fast for very many', () => {
  expect(shuffled(items, randomInt).sort()).toEqual(items)
  const many = Array.from({ length: 100_000 }, (_, at) => String(at))
  const start = performance.now()
  expect(new Set(shuffled(many, randomInt)).size).toBe(many.length)
  expect(performance.now() - start).toBeLessThan(2_000)
  expect(drawn(items, 9, () => 0)).toEqual(items)
})

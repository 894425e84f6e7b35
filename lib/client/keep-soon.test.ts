import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepSoon } from './keep-soon.ts'

let kept: (string | undefined)[] = []
let keeper = keepSoon<string | undefined>((input) => kept.push(input))

beforeEach(() => {
  vi.useFakeTimers()
  kept = []
  keeper = keepSoon((input) => kept.push(input))
})

afterEach(() => {
  vi.useRealTimers()
})

test('only the newest input is kept, a moment after the last key', () => {
  keeper.soon('a')
  vi.advanceTimersByTime(150)
  keeper.soon('ab')
  vi.advanceTimersByTime(150)
  expect(kept).toEqual([])
  vi.advanceTimersByTime(50)
  expect(kept).toEqual(['ab'])
})

test('what still waits is kept when the form is taken away, once', () => {
  keeper.soon('typed')
  keeper.flush()
  keeper.flush()
  vi.runAllTimers()
  expect(kept).toEqual(['typed'])
})

test('what is saved or discarded does not come back by what waited before', () => {
  keeper.soon('typed')
  keeper.atOnce(undefined)
  keeper.flush()
  vi.runAllTimers()
  expect(kept).toEqual([undefined])
})

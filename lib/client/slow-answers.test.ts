import { expect, test } from 'vitest'
import { isSlow, noteWait } from './slow-answers.ts'

test('an answer is slow after eight seconds, until it comes', () => {
  const [first, second] = [noteWait(0), noteWait(5_000)]
  expect([isSlow(8_000), isSlow(8_001)]).toEqual([false, true])
  first()
  expect([isSlow(13_000), isSlow(13_001)]).toEqual([false, true])
  second()
  expect(isSlow(60_000)).toBe(false)
})
